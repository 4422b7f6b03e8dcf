import type { Member } from './event.ts'
import { createPresence, type Presence } from './presence.ts'

/** The people who listen along in each room: each account once, and guests by their streams. */
export type Along = {
  come(room: string, member: Member | null): void
  go(room: string, member: Member | null): void
  /** The number of those in a room, without this account. */
  countBut(room: string, userId: string): number
}

/** Creates the list of a process; rooms in which nobody listens along take no space. */
export function createAlong(): Along {
  const rooms = new Map<string, Presence>()
  return {
    come(id, member) {
      const room = rooms.get(id) ?? createPresence()
      rooms.set(id, room)
      room.come(member)
    },
    go(id, member) {
      const room = rooms.get(id)
      room?.go(member)
      if (room?.count() === 0) rooms.delete(id)
    },
    countBut(id, userId) {
      const room = rooms.get(id)
      return room ? room.count() - Number(room.has(userId)) : 0
    },
  }
}
