import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { actOn } from '../../platform/http/session/act.ts'
import { changeAccount } from './change-account.ts'
import { listAccounts } from './list-accounts.ts'
import * as shape from './model.ts'
import { AccountUsage } from './shape.ts'

const AccountsQuery = t.Object(
  {
    ...ListQuery.properties,
    q: t.Optional(t.String({ maxLength: 200, description: 'the beginnings of words of a handle, a name or an email' })),
  },
  closed,
)

export const accountAdmin = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/admin/accounts', ({ query }) => listAccounts(ctx, limitOf(query), query), {
      operation: 'findAccounts',
      summary: 'Find accounts',
      session: true,
      desk: 'people',
      query: AccountsQuery,
      response: { 200: shape.Accounts },
    })
    .patch('/api/admin/accounts/:id', ({ params, body }) => ({ account: changeAccount(ctx, params.id, body) }), {
      operation: 'updateAccount',
      summary: 'Trust or verify an account',
      session: true,
      act: actOn('change-account', ({ id = '' }) => ({ userIds: [id] })),
      refuses: ['BAD_STATE'],
      body: shape.AccountPatch,
      response: { 200: t.Object({ account: AccountUsage }) },
    })
