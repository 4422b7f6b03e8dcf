import { Elysia, t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { guard } from '../http/guard.ts'
import { ListQuery, limitOf } from '../http/list-query.ts'
import { refuseOthers } from '../http/refuse-others.ts'
import { closed } from '../http/schema.ts'
import { changeAccount } from './change-account.ts'
import { listAccounts } from './list-accounts.ts'
import * as shape from './model.ts'
import { readStorage } from './usage.ts'

const AccountsQuery = t.Object(
  {
    ...ListQuery.properties,
    q: t.Optional(t.String({ maxLength: 200, description: 'the beginnings of words of a handle, a name or an email' })),
  },
  closed,
)

/** What accounts store: each its own, and the owner of the instance all of them (rule 1.6). */
export const storage = (ctx: Ctx) =>
  new Elysia({ name: 'storage' })
    .use(guard(ctx))
    .get('/api/studio/storage', ({ author }) => ({ storage: readStorage(ctx, author) }), {
      limit: 'read',
      session: true,
      response: { 200: t.Object({ storage: shape.Storage }) },
    })
    .get(
      '/api/admin/accounts',
      ({ author, query }) => {
        refuseOthers(author)
        return listAccounts(ctx, limitOf(query), query)
      },
      { limit: 'read', session: true, refuses: ['FORBIDDEN'], query: AccountsQuery, response: { 200: shape.Accounts } },
    )
    .patch(
      '/api/admin/accounts/:id',
      ({ author, params, body }) => {
        refuseOthers(author)
        return { account: changeAccount(ctx, params.id, body) }
      },
      {
        limit: 'write',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.AccountPatch,
        response: { 200: t.Object({ account: shape.AccountUsage }) },
      },
    )
