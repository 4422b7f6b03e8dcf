import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { tryJson } from '../../../lib/json/json.ts'

const Person = t.Object({ handle: t.String(), displayName: t.String(), pfp: t.String() })

export const Member = t.Object({ userId: t.String(), sessionId: t.String(), person: Person })

const StoredEvent = t.Object({
  id: t.Integer(),
  type: t.Union([t.Literal('comment'), t.Literal('activity'), t.Literal('tip'), t.Literal('remove')]),
  json: t.String(),
  commentId: t.Union([t.String(), t.Null()]),
})

export const Past = t.Object({ events: t.Array(StoredEvent), recent: t.Array(StoredEvent) })

const PassingType = t.Union([t.Literal('drop'), t.Literal('position')])

const News = t.Union([
  t.Object({ kind: t.Literal('stored'), room: t.String(), event: StoredEvent }),
  t.Object({ kind: t.Literal('passing'), room: t.String(), type: PassingType, json: t.String() }),
  t.Object({
    kind: t.Literal('end'),
    room: t.Optional(t.String()),
    userId: t.Optional(t.String()),
    sessionId: t.Optional(t.String()),
  }),
  t.Object({ kind: t.Literal('present'), room: t.String(), listeners: t.Integer(), members: t.Array(Person) }),
  t.Object({ kind: t.Literal('ask') }),
  t.Object({ kind: t.Literal('beat') }),
])

/** An entry of the edges' stream: its place, its time by the primary's clock, and its event. */
export const Down = t.Object({ epoch: t.Integer(), n: t.Integer(), at: t.Number(), news: News })

/** Listeners of a room on an edge: changes since the report before. Guests are counted whole. */
const RoomReport = t.Object({
  room: t.String(),
  guests: t.Integer(),
  came: t.Array(Member),
  went: t.Array(t.Tuple([t.String(), t.String()])),
})

/** How an edge is. `lagMs`: how old the newest entry was when it came. */
export const Vitals = t.Object({
  at: t.String(),
  version: t.String(),
  listeners: t.Integer(),
  rooms: t.Integer(),
  rssBytes: t.Integer(),
  cpuMs: t.Number(),
  lagMs: t.Number(),
})

/**
 * An entry of the stream to the primary. `begins`: what was known of this edge is replaced by this
 * and what follows. `along`: those of the listeners who listen along.
 */
export const Up = t.Object({
  edge: t.String(),
  n: t.Integer(),
  begins: t.Boolean(),
  vitals: Vitals,
  rooms: t.Array(RoomReport),
  along: t.Optional(t.Array(RoomReport)),
})

export type Down = Static<typeof Down>
export type Up = Static<typeof Up>
export type RoomReport = Static<typeof RoomReport>
export type Vitals = Static<typeof Vitals>

/** Returns an entry; undefined for one of another version of the program, or of somebody else. */
export function readEntry<S extends typeof Down | typeof Up>(schema: S, text: string): Static<S> | undefined {
  const value = tryJson(text)
  return Value.Check(schema, value) ? value : undefined
}
