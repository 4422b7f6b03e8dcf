import { type Along, createAlong } from '../../hub/along.ts'
import type { Member, RoomNews } from '../../hub/event.ts'
import type { Hub } from '../../hub/hub.ts'
import { createPresence, type Presence } from '../../hub/presence.ts'
import { givenState } from '../../own-state.ts'
import type { RoomReport, Up, Vitals } from './entry.ts'
import { lostMs } from './keys.ts'

export type Edges = {
  take(report: Up): void
  /** Forgets silent edges, and tells rooms whose listeners changed. Called every second. */
  tick(): void
  listenersIn(room: string): number
  isIn(room: string, userId: string): boolean
  /** As the hub's. */
  alongIn(room: string, leaderId: string): number
  sessions(): Set<string>
  /** How each edge is that gave a sign of life lately. */
  vitals(): readonly (Vitals & { id: string })[]
}

type HeldRoom = { guests: number; members: Map<string, Member> }
type Edge = { n: number; heardAt: number; vitals: Vitals; rooms: Map<string, HeldRoom>; along: Map<string, HeldRoom> }
type WholeRoom = { presence: Presence; isChanged: boolean; toldAt: number }

type EdgesOptions = { monotonicMs: () => number; publish: (news: RoomNews) => void }

/** In a crowd presence is told less often, as in the hub of one process. */
const listenersOfSecond = 1_000
const secondMs = 1_000

const keyOf = (userId: string, sessionId: string) => `${userId} ${sessionId}`

/** Creates what the primary knows of edges: the sum of all that they report. */
export function createEdges({ monotonicMs, publish }: EdgesOptions): Edges {
  const edges = new Map<string, Edge>()
  const rooms = new Map<string, WholeRoom>()

  function wholeRoom(id: string): WholeRoom {
    const room = rooms.get(id) ?? { presence: createPresence(), isChanged: true, toldAt: Number.NEGATIVE_INFINITY }
    rooms.set(id, room)
    room.isChanged = true
    return room
  }

  const along = createAlong()
  const here: Pick<Along, 'come' | 'go'> = {
    come: (room, member) => wholeRoom(room).presence.come(member),
    go: (room, member) => wholeRoom(room).presence.go(member),
  }

  function change({ room: id, guests, came, went }: RoomReport, held: Map<string, HeldRoom>, whole: typeof here): void {
    const room = held.get(id) ?? { guests: 0, members: new Map() }
    held.set(id, room)
    for (; room.guests < guests; room.guests += 1) whole.come(id, null)
    for (; room.guests > guests; room.guests -= 1) whole.go(id, null)
    for (const member of came) {
      const key = keyOf(member.userId, member.sessionId)
      if (!room.members.has(key)) whole.come(id, member)
      room.members.set(key, member)
    }
    for (const [userId, sessionId] of went) {
      const member = room.members.get(keyOf(userId, sessionId))
      if (!member) continue
      room.members.delete(keyOf(userId, sessionId))
      whole.go(id, member)
    }
    if (room.guests === 0 && room.members.size === 0) held.delete(id)
  }

  function empty(held: Map<string, HeldRoom>, whole: typeof here): void {
    for (const [room, { members }] of [...held]) {
      const went = [...members.values()].map(({ userId, sessionId }): [string, string] => [userId, sessionId])
      change({ room, guests: 0, came: [], went }, held, whole)
    }
  }

  function forget(edge: Edge): void {
    empty(edge.rooms, here)
    empty(edge.along, along)
  }

  return {
    take({ edge: id, n, begins, vitals, rooms, along: alongHere = [] }) {
      const known = edges.get(id)
      if (known && n <= known.n) return
      // Missing reports are requested; until they arrive the last known state stays.
      if (!begins && known?.n !== n - 1) {
        if (known) known.heardAt = monotonicMs()
        publish({ kind: 'ask' })
        return
      }
      if (known && begins) forget(known)
      const held = begins || !known ? { rooms: new Map(), along: new Map() } : known
      const edge = { n, heardAt: monotonicMs(), vitals, rooms: held.rooms, along: held.along }
      edges.set(id, edge)
      for (const report of rooms) {
        // Somebody may have come and gone since: who came meanwhile was told of them.
        wholeRoom(report.room)
        change(report, edge.rooms, here)
      }
      for (const report of alongHere) change(report, edge.along, along)
    },
    tick() {
      for (const [id, edge] of edges) {
        if (monotonicMs() - edge.heardAt < lostMs) continue
        forget(edge)
        edges.delete(id)
      }
      for (const [id, room] of rooms) {
        const { presence, isChanged, toldAt } = room
        const everyMs = (secondMs * presence.count()) / listenersOfSecond
        if (!isChanged || monotonicMs() - toldAt < everyMs) continue
        publish({ kind: 'present', room: id, listeners: presence.count(), members: presence.members() })
        room.isChanged = false
        room.toldAt = monotonicMs()
        if (presence.count() === 0) rooms.delete(id)
      }
    },
    listenersIn: (room) => rooms.get(room)?.presence.count() ?? 0,
    isIn: (room, userId) => rooms.get(room)?.presence.has(userId) ?? false,
    alongIn: along.countBut,
    sessions() {
      const held = edges.values().flatMap((edge) => edge.rooms.values())
      return new Set(held.flatMap(({ members }) => members.values().map(({ sessionId }) => sessionId)))
    },
    vitals: () => [...edges].map(([id, { vitals }]) => ({ ...vitals, id })),
  }
}

export const withEdges = (hub: Hub, edges: Edges): Hub => ({
  ...hub,
  listenersIn: (room) => hub.listenersIn(room) + edges.listenersIn(room),
  isIn: (room, userId) => hub.isIn(room, userId) || edges.isIn(room, userId),
  alongIn: (room, leaderId) => hub.alongIn(room, leaderId) + edges.alongIn(room, leaderId),
  sessions: () => hub.sessions().union(edges.sessions()),
})

/** The edges of this primary; none, where it has none. */
export const edgesOf = givenState<Edges>('edges')
