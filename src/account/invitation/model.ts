import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const InvitationDraft = t.Object(
  {
    email: t.Optional(t.String({ maxLength: longest.email, description: 'lets only this address sign up' })),
    note: t.Optional(Text({ maxLength: longest.invitationNote, description: 'for the owner of the instance alone' })),
  },
  closed,
)

export const invitationStates = ['OPEN', 'USED', 'EXPIRED', 'REVOKED'] as const

/** `url` is null once it can no longer be used. */
export const Invitation = t.Object({
  id: t.String(),
  url: Nullable(t.String()),
  state: OneOf(invitationStates),
  email: Nullable(t.String()),
  note: Nullable(t.String()),
  handle: Nullable(t.String({ ...Handle, description: 'of the person who signed up with it' })),
  createdAt: t.String(),
  expiresAt: t.String(),
})

/** A new invitation. `mailed`: an email with its link is on the way. */
export const NewInvitation = t.Object({ ...Invitation.properties, url: t.String(), mailed: t.Boolean() })

export const Invitations = t.Object({ invitations: t.Array(Invitation), nextCursor: Nullable(t.String()) })

export type InvitationDraft = Static<typeof InvitationDraft>
export type Invitation = Static<typeof Invitation>
export type NewInvitation = Static<typeof NewInvitation>
export type Invitations = Static<typeof Invitations>
