import { type Static, t } from 'elysia'
import { Handle, Nullable } from '../../platform/http/request/schema.ts'

export const AccountUsage = t.Object({
  id: t.String(),
  handle: Handle,
  displayName: t.String(),
  email: Nullable(t.String({ description: 'null once the account was deleted' })),
  trusted: t.Boolean({ description: 'may store more than the quota; the owner always' }),
  verified: t.Boolean({ description: 'shown as a verified artist' }),
  suspended: t.Boolean({ description: 'changes nothing here and sells nothing' }),
  bytes: t.Integer({ description: 'what it keeps on the disk' }),
  createdAt: t.String(),
})

export type AccountUsage = Static<typeof AccountUsage>
