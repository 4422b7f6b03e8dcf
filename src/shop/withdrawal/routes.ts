import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { orderOf } from '../../order/buyer.ts'
import { ByHolder } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { giveBack } from './give-back.ts'

/** The route by which payers give back what they bought (rule: withdrawal). */
export const withdrawal = (ctx: Ctx) => (app: Guarded) =>
  app.post(
    '/api/orders/:id/give-back',
    async ({ params, holder, status }) => status(204, none(await giveBack(ctx, orderOf(ctx, holder, params.id)))),
    {
      summary: 'Give back what you bought, within fourteen days',
      holder: true,
      refuses: ['BAD_STATE'],
      body: ByHolder,
      response: { 204: t.Undefined() },
    },
  )
