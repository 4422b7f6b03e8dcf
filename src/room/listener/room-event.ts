import { Type as t } from '@sinclair/typebox'
import { Comment, Person } from '../../casset/comment/shape.ts'
import { Nullable } from '../../platform/http/request/schema.ts'
import { Tip } from '../shape.ts'
import { Activity, Position } from './model.ts'

const presence = { listeners: t.Integer(), members: t.Array(Person, { maxItems: 50 }) }

const leader = t.Object({ submissionId: t.String(), likes: t.Integer(), collects: t.Integer(), score: t.Integer() })

/** The data of each event of a room by its name, as /openapi.json describes them. */
export const roomEvents = {
  hello: t.Object({ ...presence, recent: t.Array(Comment) }),
  comment: Comment,
  activity: Activity,
  presence: t.Object(presence),
  position: t.Object({ position: Nullable(Position) }),
  drop: t.Object({ campaignId: t.String(), leaders: t.Array(leader) }),
  tip: Tip,
  remove: t.Object({ commentId: t.String() }),
  reset: t.Object({}),
}

const { hello, comment, presence: present, reset } = roomEvents

/** The same of the members' room of a casset that several make. */
export const membersEvents = { hello, comment, presence: present, reset }
