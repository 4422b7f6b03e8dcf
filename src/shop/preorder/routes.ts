import { t } from 'elysia'
import { callOwnOff } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { guestsOrder, payersOrder } from '../../order/give-back/return-whole.ts'
import { WithSecret } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { returnMoney } from './return-money.ts'

/** Routes by which preorders end before they open (rules: preorder-moves, preorder-called-off). */
export const preorder = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/casset/:id/call-off',
      async ({ params, author, status }) => status(204, none(await callOwnOff(ctx, author, params.id))),
      {
        summary: 'Call a preorder off, and refund everybody',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/preorders/:id/refund',
      async ({ params, author, status }) =>
        status(204, none(await returnMoney(ctx, payersOrder(ctx, author, params.id)))),
      {
        summary: 'Get your money back for a preorder that moved',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/guest/preorder/refund',
      async ({ body, status }) => status(204, none(await returnMoney(ctx, guestsOrder(ctx, body.secret)))),
      {
        summary: 'Get your money back for a preorder that moved, as a guest',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: WithSecret,
        response: { 204: t.Undefined() },
      },
    )
