import { type Static, t } from 'elysia'
import { Comment, Person } from '../casset/comment/shape.ts'
import { uuidPattern } from '../lib/hash/uuid.ts'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { ListQuery } from '../platform/http/request/list-query.ts'
import { closed, Money, Nullable, OneOf, Whole } from '../platform/http/request/schema.ts'

const Id = t.String({ pattern: uuidPattern.source, description: 'an id' })

export const NewComment = t.Object(
  {
    text: Text({ minLength: 1, maxLength: longest.comment, description: 'a text of 1 to 500 characters' }),
    hookId: t.Optional(Id),
    atSec: t.Optional(t.Number({ minimum: 0, maximum: 86_400 })),
    emojiIds: t.Optional(t.Array(Id, { maxItems: 20 })),
  },
  closed,
)

const { id, author, text, atSec, createdAt } = Comment.properties

export const HookComments = t.Object({
  comments: t.Array(t.Object({ id, author, text, atSec, createdAt })),
  nextCursor: Nullable(t.String()),
})

export type HookComments = Static<typeof HookComments>

export const PostedComment = t.Object({ comment: Comment })

/** Body of POST /api/casset/{slug}/activity. Likes and plays name their track. */
export const NewActivity = t.Object(
  { type: OneOf(['follow', 'unfollow', 'like', 'play']), trackId: t.Optional(Id) },
  closed,
)

export const NewPosition = t.Object(
  { trackId: Id, atSec: t.Number({ minimum: 0, maximum: 86_400 }), isPlaying: t.Boolean() },
  closed,
)

export const Position = t.Object({
  leader: Person,
  trackId: t.String(),
  atSec: t.Number(),
  isPlaying: t.Boolean(),
  playing: t.Integer({ description: 'how many listen along, the leader included, each account once' }),
})

export const LedPosition = t.Object({ position: Position })

export const Activity = t.Object({
  type: OneOf(['follow', 'unfollow', 'like', 'play']),
  author: Person,
  trackId: Nullable(t.String()),
  createdAt: t.String(),
})

export const Tip = t.Object({
  author: Person,
  amount: Money,
  message: Nullable(t.String()),
  emojiIds: t.Array(t.String()),
  createdAt: t.String(),
})

export const PostedActivity = t.Object({ activity: Activity })

export const RoomSettings = t.Object({
  slowModeSec: Whole(0, 300),
  followersOnly: t.Boolean(),
  words: t.Array(Text({ minLength: 1, maxLength: longest.roomWord }), { maxItems: 200 }),
  open: t.Boolean({ description: 'whether comments are taken' }),
})

export const RoomPatch = t.Partial(RoomSettings, closed)

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

export const Listeners = t.Object({ listeners: t.Integer() })

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

export type NewComment = Static<typeof NewComment>
export type NewActivity = Static<typeof NewActivity>
export type NewPosition = Static<typeof NewPosition>
export type Position = Static<typeof Position>
export type Activity = Static<typeof Activity>
export type Tip = Static<typeof Tip>
export type RoomSettings = Static<typeof RoomSettings>
export type RoomPatch = Static<typeof RoomPatch>
export type MemberPatch = Static<typeof MemberPatch>
export type RoomMember = Static<typeof RoomMember>
export type RoomMembers = Static<typeof RoomMembers>
export type MembersQuery = Static<typeof MembersQuery>
export type Report = Static<typeof Report>
export type Reports = Static<typeof Reports>
export type Resolution = Static<typeof Resolution>
