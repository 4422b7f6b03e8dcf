import { type Static, t } from 'elysia'
import { Person } from '../../casset/comment/shape.ts'
import { uuidPattern } from '../../lib/hash/uuid.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

const Id = t.String({ pattern: uuidPattern.source, description: 'an id' })

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
  byClock: t.Optional(
    t.Literal(true, {
      description: 'the clock of a listening party leads in the name of the artist, who need not be here',
    }),
  ),
})

export const LedPosition = t.Object({ position: Position })

export const Activity = t.Object({
  type: OneOf(['follow', 'unfollow', 'like', 'play']),
  author: Person,
  trackId: Nullable(t.String()),
  createdAt: t.String(),
})

export const PostedActivity = t.Object({ activity: Activity })

export const Listeners = t.Object({ listeners: t.Integer() })

export type NewActivity = Static<typeof NewActivity>
export type NewPosition = Static<typeof NewPosition>
export type Position = Static<typeof Position>
export type Activity = Static<typeof Activity>
