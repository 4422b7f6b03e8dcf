import { type Static, t } from 'elysia'
import { Comment, Person } from '../../casset/comment/shape.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { ListQuery } from '../../platform/http/request/list-query.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const MemberPatch = t.Partial(
  t.Object({
    muted: t.Boolean(),
    banned: t.Boolean(),
    moderator: t.Boolean(),
    until: Nullable(t.String({ maxLength: 40, description: 'an ISO 8601 time at which muting and banning end' })),
    reason: Nullable(Text({ maxLength: longest.moderationReason })),
  }),
  closed,
)

export const RoomMember = t.Object({
  ...Person.properties,
  muted: t.Boolean(),
  banned: t.Boolean(),
  moderator: t.Boolean(),
  until: Nullable(t.String()),
  reason: Nullable(t.String()),
})

export const MembersQuery = t.Object(
  { ...ListQuery.properties, state: t.Optional(OneOf(['muted', 'banned', 'moderator'])) },
  closed,
)

export const RoomMembers = t.Object({ members: t.Array(RoomMember), nextCursor: Nullable(t.String()) })

export const NewReport = t.Object(
  { reason: Text({ minLength: 1, maxLength: longest.moderationReason, description: 'a text of 1 to 280 characters' }) },
  closed,
)

const ReportAction = OneOf(['DISMISSED', 'DELETED', 'MUTED', 'BANNED'])

/** A report of a comment; the comment is null once it was removed. */
export const Report = t.Object({
  id: t.String(),
  casset: t.Object({ slug: t.String(), name: t.String() }),
  reporter: Person,
  author: Person,
  reason: t.String(),
  comment: Nullable(Comment),
  action: Nullable(ReportAction),
  createdAt: t.String(),
  resolvedAt: Nullable(t.String()),
})

export const Reports = t.Object({ reports: t.Array(Report), nextCursor: Nullable(t.String()) })

export const Resolution = t.Object({ action: ReportAction }, closed)

export type MemberPatch = Static<typeof MemberPatch>
export type RoomMember = Static<typeof RoomMember>
export type RoomMembers = Static<typeof RoomMembers>
export type MembersQuery = Static<typeof MembersQuery>
export type Report = Static<typeof Report>
export type Reports = Static<typeof Reports>
export type Resolution = Static<typeof Resolution>
