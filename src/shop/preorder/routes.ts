import { t } from 'elysia'
import { callOwnOff } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { orderOf } from '../../order/buyer.ts'
import { ByHolder } from '../../order/shape.ts'
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
      async ({ params, holder, status }) => status(204, none(await returnMoney(ctx, orderOf(ctx, holder, params.id)))),
      {
        summary: 'Get your money back for a preorder that moved',
        holder: true,
        refuses: ['BAD_STATE'],
        body: ByHolder,
        response: { 204: t.Undefined() },
      },
    )
