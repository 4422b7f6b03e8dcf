import type { Member } from '../hub/event.ts'
import type { Listening } from './ask-primary.ts'
import { mostOf } from './most.ts'
import type { RoomReport } from './relay/entry.ts'

export type HeldListeners = {
  came(room: string, member: Member | null): void
  went(room: string, member: Member | null): void
  /** Returns the changes since the last call, in parts of limited size. */
  changes(): RoomReport[][]
  /** Returns all listeners, in such parts, including the changes. */
  all(): RoomReport[][]
  listening(): Listening[]
  count(): { listeners: number; rooms: number }
}

type Stream = { member: Member; count: number }
type Room = { guests: number; members: Map<string, Stream> }
type Change = { came: Map<string, Member>; went: Map<string, Member> }

const keyOf = ({ userId, sessionId }: Member) => `${userId} ${sessionId}`

/** Counts each account and session once in a room, and guests by their number. */
export function createHeldListeners(): HeldListeners {
  const rooms = new Map<string, Room>()
  const changed = new Map<string, Change>()

  const roomOf = (id: string): Room => {
    const room = rooms.get(id) ?? { guests: 0, members: new Map() }
    rooms.set(id, room)
    return room
  }
  const changeOf = (id: string): Change => {
    const change = changed.get(id) ?? { came: new Map(), went: new Map() }
    changed.set(id, change)
    return change
  }
  const guestsOf = (id: string) => rooms.get(id)?.guests ?? 0

  function parts(id: string, came: readonly Member[], went: readonly Member[]): RoomReport[] {
    const reports = [{ room: id, guests: guestsOf(id), came: came.slice(0, mostOf.report), went: idsOf(went) }]
    for (let at = mostOf.report; at < came.length; at += mostOf.report) {
      reports.push({ room: id, guests: guestsOf(id), came: came.slice(at, at + mostOf.report), went: [] })
    }
    return reports
  }
  const idsOf = (went: readonly Member[]) => went.map(({ userId, sessionId }): [string, string] => [userId, sessionId])

  return {
    came(id, member) {
      const { came, went } = changeOf(id)
      const room = roomOf(id)
      if (!member) {
        room.guests += 1
        return
      }
      const key = keyOf(member)
      const count = (room.members.get(key)?.count ?? 0) + 1
      room.members.set(key, { member, count })
      if (count === 1 && !went.delete(key)) came.set(key, member)
    },
    went(id, member) {
      const { came, went } = changeOf(id)
      const room = roomOf(id)
      if (!member) room.guests -= 1
      else {
        const key = keyOf(member)
        const count = (room.members.get(key)?.count ?? 1) - 1
        if (count > 0) room.members.set(key, { member, count })
        else {
          room.members.delete(key)
          if (!came.delete(key)) went.set(key, member)
        }
      }
      if (room.guests === 0 && room.members.size === 0) rooms.delete(id)
    },
    changes() {
      const reports = [...changed].flatMap(([id, { came, went }]) => parts(id, [...came.values()], [...went.values()]))
      changed.clear()
      return inEntries(reports)
    },
    all() {
      changed.clear()
      const reports = [...rooms].flatMap(([id, { members }]) =>
        parts(
          id,
          [...members.values()].map(({ member }) => member),
          [],
        ),
      )
      return inEntries(reports)
    },
    listening: () =>
      [...rooms].flatMap(([room, { guests, members }]) => [
        ...(guests > 0 ? [{ room, userId: null, sessionId: null }] : []),
        ...members.values().map(({ member: { userId, sessionId } }) => ({ room, userId, sessionId })),
      ]),
    count: () => ({
      rooms: rooms.size,
      listeners: rooms.values().reduce((sum, { guests, members }) => {
        return sum + guests + members.values().reduce((streams, { count }) => streams + count, 0)
      }, 0),
    }),
  }
}

/** Gathers reports of rooms into entries with a limited number of members. */
function inEntries(reports: readonly RoomReport[]): RoomReport[][] {
  const entries: RoomReport[][] = []
  let left = 0
  for (const report of reports) {
    const size = report.came.length + report.went.length + 1
    if (left < size) {
      entries.push([])
      left = mostOf.report
    }
    entries.at(-1)?.push(report)
    left -= size
  }
  return entries
}
