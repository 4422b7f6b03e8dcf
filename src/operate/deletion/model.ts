import { type Static, t } from 'elysia'
import { ownerProof } from '../../account/passkey/shape.ts'
import { closed } from '../../platform/http/request/schema.ts'

export const DeleteAccount = t.Object(
  {
    ...ownerProof,
    leaveOwed: t.Optional(t.Boolean({ description: 'deletes the account although it is owed money' })),
  },
  closed,
)

export type DeleteAccount = Static<typeof DeleteAccount>
