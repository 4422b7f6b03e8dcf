import { type Static, t } from 'elysia'
import { closed } from '../http/schema.ts'
import { ownerProof } from '../passkey/shape.ts'

/** Body of POST /api/auth/account/delete. */
export const DeleteAccount = t.Object(
  {
    ...ownerProof,
    leaveOwed: t.Optional(t.Boolean({ description: 'deletes the account although it is owed money' })),
  },
  closed,
)

export type DeleteAccount = Static<typeof DeleteAccount>
