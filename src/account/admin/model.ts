import { type Static, t } from 'elysia'
import { closed, Nullable } from '../../platform/http/schema.ts'

/** An account as the owner of the instance sees it. */
export const AccountUsage = t.Object({
  id: t.String(),
  handle: t.String(),
  displayName: t.String(),
  email: Nullable(t.String({ description: 'null once the account was deleted' })),
  trusted: t.Boolean({ description: 'may store more than the quota; the owner always' }),
  verified: t.Boolean({ description: 'shown as a verified artist' }),
  bytes: t.Integer({ description: 'what it keeps on the disk' }),
  createdAt: t.String(),
})

/** A page of accounts. */
export const Accounts = t.Object({ accounts: t.Array(AccountUsage), nextCursor: Nullable(t.String()) })

/** Body of PATCH /api/admin/accounts/{id}. */
export const AccountPatch = t.Partial(t.Object({ trusted: t.Boolean(), verified: t.Boolean() }), closed)

export type AccountPatch = Static<typeof AccountPatch>
export type AccountUsage = Static<typeof AccountUsage>
export type Accounts = Static<typeof Accounts>
