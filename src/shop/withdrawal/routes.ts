import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { guestsOrder, payersOrder } from '../../order/give-back/return-whole.ts'
import { WithSecret } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { giveBack } from './give-back.ts'

/** Routes by which payers give back what they bought (rule: withdrawal). */
export const withdrawal = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/orders/:id/give-back',
      async ({ params, author, status }) => status(204, none(await giveBack(ctx, payersOrder(ctx, author, params.id)))),
      {
        summary: 'Give back what you bought, within fourteen days',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/guest/give-back',
      async ({ body, status }) => status(204, none(await giveBack(ctx, guestsOrder(ctx, body.secret)))),
      {
        summary: 'Give back what you bought as a guest, within fourteen days',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: WithSecret,
        response: { 204: t.Undefined() },
      },
    )
