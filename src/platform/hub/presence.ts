import type { Member, Person } from './event.ts'

const mostMembers = 50

/** Counts each account once, however many streams it has, and guests by their streams. */
export type Presence = {
  come(member: Member | null): void
  go(member: Member | null): void
  count(): number
  has(userId: string): boolean
  /** The members who have been here longest, at most 50. */
  members(): readonly Person[]
}

export function createPresence(): Presence {
  const streams = new Map<string, { person: Person; count: number }>()
  let guests = 0
  let listed: readonly Person[] | undefined
  return {
    come(member) {
      if (!member) {
        guests += 1
        return
      }
      const known = streams.get(member.userId)
      streams.set(member.userId, { person: member.person, count: (known?.count ?? 0) + 1 })
      listed = undefined
    },
    go(member) {
      if (!member) {
        guests -= 1
        return
      }
      const known = streams.get(member.userId)
      if (!known) return
      if (known.count > 1) streams.set(member.userId, { ...known, count: known.count - 1 })
      else streams.delete(member.userId)
      listed = undefined
    },
    count: () => guests + streams.size,
    has: (userId) => streams.has(userId),
    members() {
      listed ??= streams
        .values()
        .take(mostMembers)
        .map(({ person }) => person)
        .toArray()
      return listed
    },
  }
}
