import { type Static, t } from 'elysia'
import { closed, Nullable } from '../../platform/http/request/schema.ts'
import { AccountUsage } from './shape.ts'

export const Accounts = t.Object({ accounts: t.Array(AccountUsage), nextCursor: Nullable(t.String()) })

export const AccountPatch = t.Partial(t.Object({ trusted: t.Boolean(), verified: t.Boolean() }), closed)

export type AccountPatch = Static<typeof AccountPatch>
export type Accounts = Static<typeof Accounts>
