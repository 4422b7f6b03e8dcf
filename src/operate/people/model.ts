import { type Static, t } from 'elysia'
import { AccountUsage } from '../../account/admin/shape.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { helperRoles } from '../../platform/http/session/desk-role.ts'

const MadePage = t.Object({ path: t.String(), name: t.String(), published: t.Boolean(), takenDown: t.Boolean() })

export const Person = t.Object({
  account: AccountUsage,
  isOwner: t.Boolean(),
  helps: Nullable(OneOf(helperRoles)),
  emailVerified: t.Boolean(),
  seenAt: Nullable(t.String({ description: 'when one of their open sessions was last used' })),
  sessions: t.Integer({ description: 'how many browsers are signed in' }),
  pages: t.Array(MadePage, { description: 'the newest, at most 20' }),
  pageCount: t.Integer(),
  openReports: t.Integer({ description: 'reports of what they made that wait for a decision' }),
  allReports: t.Integer(),
  decisions: t.Integer({ description: 'how often the site decided about something of theirs' }),
  suspension: Nullable(t.String({ description: 'the id of the decision by which they are suspended' })),
})

export const ResetLink = t.Object({
  link: Nullable(t.String({ description: 'null where it was sent by email' })),
})

export const Deleting = t.Object(
  {
    handle: t.String({ maxLength: 80, description: 'their handle, typed again' }),
    reason: Text({ minLength: 1, maxLength: longest.erasureReason, description: 'why, which is kept' }),
  },
  closed,
)

export type Person = Static<typeof Person>
export type ResetLink = Static<typeof ResetLink>
export type Deleting = Static<typeof Deleting>
