import { expect, test } from 'bun:test'
import { createHeldListeners } from '../../src/platform/edge/held-listeners.ts'
import { mostOf } from '../../src/platform/edge/most.ts'
import { createRecentEnds } from '../../src/platform/edge/recent-ends.ts'
import { createEdges } from '../../src/platform/edge/relay/edges.ts'
import type { RoomReport } from '../../src/platform/edge/relay/entry.ts'
import { ticketMs } from '../../src/platform/edge/relay/ticket.ts'
import type { Member } from '../../src/platform/hub/event.ts'
import { dice } from '../support/mutants.ts'

const vitals = { at: '', version: '1', listeners: 0, rooms: 1, rssBytes: 1, cpuMs: 1, lagMs: 0 }
const memberOf = (userId: string, sessionId: string): Member => ({
  userId,
  sessionId,
  person: { handle: userId, displayName: userId, pfp: '' },
})

function opened() {
  const edges = createEdges({ monotonicMs: () => 0, publish: () => {} })
  const held = createHeldListeners()
  let n = 0
  const send = (entries: RoomReport[][], begins: boolean) => {
    for (const [index, rooms] of (entries.length === 0 ? [[]] : entries).entries()) {
      n += 1
      edges.take({ edge: 'one', n, begins: begins && index === 0, vitals, rooms })
    }
  }
  return { edges, held, send }
}

test('the primary counts all whom an edge reports, also those who go and come again in between', () => {
  const { edges, held, send } = opened()
  const here: { room: string; member: Member | null }[] = []
  const members = ['ada', 'bea'].flatMap((user) => ['1', '2'].map((session) => memberOf(user, `${user}${session}`)))
  const roll = dice(7)
  const below = (limit: number) => Math.floor(roll() * limit)
  send(held.all(), true)
  for (let step = 0; step < 3_000; step += 1) {
    const gone = below(2) === 0 ? here.splice(below(here.length), 1)[0] : undefined
    if (gone) held.went(gone.room, gone.member)
    else {
      const come = { room: below(2) === 0 ? 'r' : 's', member: members[below(5)] ?? null }
      here.push(come)
      held.came(come.room, come.member)
    }
    if (below(3) > 0) continue
    const isWhole = below(20) === 0
    send(isWhole ? held.all() : held.changes(), isWhole)
    for (const room of ['r', 's']) {
      const inRoom = here.filter((each) => each.room === room)
      const accounts = new Set(inRoom.flatMap(({ member }) => member?.userId ?? []))
      const guests = inRoom.filter(({ member }) => member === null)
      expect([step, edges.listenersIn(room)]).toEqual([step, accounts.size + guests.length])
    }
    const sessions = new Set(here.flatMap(({ member }) => member?.sessionId ?? []))
    expect(edges.sessions()).toEqual(sessions)
    expect(held.count()).toEqual({ listeners: here.length, rooms: new Set(here.map(({ room }) => room)).size })
  }
  for (const { room, member } of here) held.went(room, member)
  send(held.changes(), false)
  expect([edges.listenersIn('r'), edges.listenersIn('s'), held.listening(), held.changes()]).toEqual([0, 0, [], []])
})

test('a crowd is reported in parts of limited size, and each of it once', () => {
  const { edges, held, send } = opened()
  const crowd = Array.from({ length: 2 * mostOf.report + 1 }, (_, at) => memberOf(`u${at}`, `s${at}`))
  for (const member of crowd) held.came('r', member)
  const entries = held.changes()
  for (const rooms of entries)
    expect(rooms.reduce((sum, { came, went }) => sum + came.length + went.length, 0)).toBeLessThanOrEqual(mostOf.report)
  send(entries, true)
  expect(edges.listenersIn('r')).toBe(crowd.length)
  expect(held.listening()).toHaveLength(crowd.length)
  // After the whole there is nothing more to tell.
  held.came('r', null)
  expect([held.all().flat().length, held.changes()]).toEqual([3, []])
})

test('a ticket of before an end lets nobody in again whom the end was for, and is remembered as long as it counts', () => {
  let nowMs = 0
  const ends = createRecentEnds(() => nowMs)
  const has = (at: number, room = 'r', member: Member | null = memberOf('ada', '1')) => ends.has({ room, member, at })
  ends.note({ room: 'r', userId: 'ada' }, 1_000)
  expect([
    has(1_000),
    has(1_001),
    has(1_000, 's'),
    has(1_000, 'r', null),
    has(1_000, 'r', memberOf('bea', '1')),
  ]).toEqual([true, false, false, false, false])
  nowMs = ticketMs - 1
  ends.note({ sessionId: '2' }, 2_000)
  expect([has(1_000), has(2_000, 's', memberOf('ada', '2')), has(2_000, 's')]).toEqual([true, true, false])
  nowMs = ticketMs
  ends.note({ room: 'elsewhere' }, 3_000)
  expect([has(1_000), has(2_000, 's', memberOf('ada', '2'))]).toEqual([false, true])
})
