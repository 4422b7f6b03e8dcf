import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { orderOf } from '../../order/buyer.ts'
import { ByHolder } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { giveBack } from './give-back.ts'
import { DeskWithdrawals, NewWithdrawal, Withdrawal } from './model.ts'
import { listWithdrawals, noteAnswered } from './open-withdrawals.ts'
import { withdraw } from './withdraw.ts'

/** Routes by which payers withdraw (rules: withdrawal, withdrawal-function). */
export const withdrawal = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/orders/:id/give-back',
      async ({ params, holder, status }) => status(204, none(await giveBack(ctx, orderOf(ctx, holder, params.id)))),
      {
        operation: 'giveBackOrder',
        summary: 'Give back what you bought, within fourteen days',
        holder: true,
        refuses: ['BAD_STATE'],
        body: ByHolder,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/withdraw', async ({ viewer, body }) => ({ withdrawal: await withdraw(ctx, viewer, body) }), {
      operation: 'withdrawFromContract',
      summary: 'Withdraw from a contract, by the number of an order and an email address',
      limit: 'email-by-guest',
      body: NewWithdrawal,
      response: { 200: t.Object({ withdrawal: Withdrawal }) },
    })
    .get('/api/desk/withdrawals', ({ query }) => listWithdrawals(ctx, limitOf(query), query.cursor), {
      operation: 'listWithdrawals',
      summary: 'List withdrawals from contracts',
      session: true,
      desk: 'money',
      query: ListQuery,
      response: { 200: DeskWithdrawals },
    })
    .post('/api/desk/withdrawals/:id/done', ({ params, status }) => status(204, none(noteAnswered(ctx, params.id))), {
      operation: 'markWithdrawalDone',
      summary: 'Note that a withdrawal was answered',
      session: true,
      act: { act: 'answer-withdrawal' },
      refuses: ['NOT_FOUND'],
      response: { 204: t.Undefined() },
    })
