import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { Nullable } from '../../platform/http/request/schema.ts'
import { orderOf } from '../buyer.ts'
import { NewReceiptBuyer, ReceiptBuyer } from './model.ts'
import { writeReceiptBuyer } from './receipt-buyer.ts'

/** The route by which payers write whom a receipt is for (rule: receipt-buyer). */
export const paper = (ctx: Ctx) => (app: Guarded) =>
  app.put(
    '/api/orders/:id/buyer',
    ({ params, holder, body }) => ({ buyer: writeReceiptBuyer(ctx, orderOf(ctx, holder, params.id), body) }),
    {
      summary: 'Write the company that a receipt is for',
      holder: true,
      refuses: ['BAD_STATE'],
      body: NewReceiptBuyer,
      response: { 200: t.Object({ buyer: Nullable(ReceiptBuyer) }) },
    },
  )
