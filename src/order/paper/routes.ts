import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { Nullable } from '../../platform/http/request/schema.ts'
import { orderOf } from '../buyer.ts'
import { requireEInvoice } from './e-invoice/e-invoice-of.ts'
import { writeCii } from './e-invoice/write-cii.ts'
import { EInvoiceFile, NewReceiptBuyer, ReceiptBuyer, WhichEInvoice } from './model.ts'
import { writeReceiptBuyer } from './receipt-buyer.ts'

/** The company on a receipt, and its e-invoice (rules: receipt-buyer, e-invoice). */
export const paper = (ctx: Ctx) => (app: Guarded) =>
  app
    .put(
      '/api/orders/:id/buyer',
      ({ params, holder, body }) => ({ buyer: writeReceiptBuyer(ctx, orderOf(ctx, holder, params.id), body) }),
      {
        operation: 'setBuyer',
        summary: 'Write the company that a receipt is for',
        holder: true,
        refuses: ['BAD_STATE'],
        body: NewReceiptBuyer,
        response: { 200: t.Object({ buyer: Nullable(ReceiptBuyer) }) },
      },
    )
    .post(
      '/api/orders/:id/e-invoice',
      ({ params, holder, body: { note = null } }) => {
        const invoice = requireEInvoice(ctx, orderOf(ctx, holder, params.id), note)
        return { name: `${invoice.number}.xml`, xml: writeCii(invoice) }
      },
      {
        operation: 'createEInvoice',
        summary: 'Make the e-invoice of a receipt or credit note',
        holder: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: WhichEInvoice,
        response: { 200: EInvoiceFile },
      },
    )
