import { expect, test } from 'bun:test'
import { createEdges, withEdges } from '../../src/platform/edge/relay/edges.ts'
import type { Up } from '../../src/platform/edge/relay/entry.ts'
import { lostMs } from '../../src/platform/edge/relay/keys.ts'
import { readTicket, signTicket } from '../../src/platform/edge/relay/ticket.ts'
import { listen } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const vitals = { at: '', version: '1', listeners: 0, rooms: 1, rssBytes: 1, cpuMs: 1, lagMs: 0 }
const ada = { userId: 'u', sessionId: 's', person: { handle: 'ada', displayName: 'Ada', pfp: '' } }

function opened() {
  let nowMs = 0
  const told: string[] = []
  const edges = createEdges({ monotonicMs: () => nowMs, publish: ({ kind }) => void told.push(kind) })
  const report = (n: number, guests: number, more: Partial<Up> = {}): void =>
    edges.take({
      edge: 'one',
      n,
      begins: false,
      vitals,
      rooms: [{ room: 'r', guests, came: [], went: [] }],
      ...more,
    })
  const pass = (ms: number) => {
    nowMs += ms
    edges.tick()
  }
  return { edges, told, report, pass }
}

test('an edge that begins anew is counted once, with what it reports now', () => {
  const { edges, report } = opened()
  const rooms = [{ room: 'r', guests: 2, came: [ada], went: [] }]
  report(1, 0, { begins: true, rooms })
  expect(edges.listenersIn('r')).toBe(3)
  report(2, 0, { begins: true, rooms })
  expect(edges.listenersIn('r')).toBe(3)
  report(3, 0, { rooms: [{ room: 'r', guests: 0, came: [], went: [['u', 's']] }] })
  expect([edges.listenersIn('r'), edges.sessions().size]).toEqual([0, 0])
})

test('a missing report is asked for, and until it comes the last known listeners stay', () => {
  const { edges, told, report } = opened()
  report(1, 2, { begins: true })
  report(3, 5)
  expect([edges.listenersIn('r'), told]).toEqual([2, ['ask']])
  report(4, 1, { begins: true })
  report(3, 7, { begins: true })
  expect(edges.listenersIn('r')).toBe(1)
})

test('somebody who is reported twice is one listener, and a room that they left is told', () => {
  const { edges, told, report, pass } = opened()
  report(1, 0, { begins: true, rooms: [{ room: 'r', guests: 0, came: [ada], went: [] }] })
  report(2, 0, { rooms: [{ room: 'r', guests: 0, came: [ada], went: [] }] })
  pass(1)
  expect([edges.listenersIn('r'), told]).toEqual([1, ['present']])
  report(3, 0, { rooms: [{ room: 'r', guests: 0, came: [], went: [['u', 's']] }] })
  pass(1_000)
  expect([edges.listenersIn('r'), told]).toEqual([0, ['present', 'present']])
})

test('an edge of which a report is missing is not silent', () => {
  const { edges, report, pass } = opened()
  report(1, 2, { begins: true })
  pass(lostMs - 1)
  report(3, 5)
  pass(lostMs - 1)
  expect(edges.listenersIn('r')).toBe(2)
})

test('a silent edge is forgotten with its listeners', () => {
  const { edges, report, pass } = opened()
  report(1, 2, { begins: true })
  pass(lostMs - 1)
  expect(edges.listenersIn('r')).toBe(2)
  pass(1)
  expect([edges.listenersIn('r'), edges.vitals()]).toEqual([0, []])
})

test('a room is told of its listeners when they have changed, and the less often the more they are', () => {
  const { told, report, pass } = opened()
  report(1, 1, { begins: true })
  pass(1)
  pass(2_000)
  expect(told).toEqual(['present'])
  report(2, 3_000)
  pass(1_000)
  report(3, 3_001)
  pass(3_000)
  expect(told).toEqual(['present', 'present'])
  pass(1)
  expect(told).toEqual(['present', 'present', 'present'])
})

test('those who listen along on an edge are counted until it begins anew or is lost, but for their leader', () => {
  const { edges, report, pass } = opened()
  const along = [{ room: 'r', guests: 1, came: [ada], went: [] }]
  report(1, 0, { begins: true, along })
  expect([edges.alongIn('r', 'somebody'), edges.alongIn('r', 'u')]).toEqual([2, 1])
  report(2, 0, { begins: true })
  expect(edges.alongIn('r', 'somebody')).toBe(0)
  report(3, 0, { along })
  pass(lostMs)
  expect(edges.alongIn('r', 'somebody')).toBe(0)
})

test('the primary counts its own listeners and those of its edges, and knows the sessions of all', async () => {
  await using svc = await startServer()
  const { nova, draft } = await world(svc)
  await using _ = await listen(svc, { cookie: draft.cookie, query: '?along=true' })
  const { edges, report } = opened()
  const room = nova.cassetId
  report(1, 0, {
    begins: true,
    rooms: [{ room, guests: 2, came: [ada], went: [] }],
    along: [{ room, guests: 1, came: [], went: [] }],
  })
  const all = withEdges(svc.ctx.hub, edges)
  expect([all.listenersIn(room), all.alongIn(room, nova.userId), all.sessions().size]).toEqual([4, 2, 2])
})

test('a ticket lets in whom it was signed for, and nobody who altered it or has another secret', () => {
  const ticket = { room: 'r', member: ada, at: 1 }
  const signed = signTicket('secret', ticket)
  expect(readTicket('secret', signed)).toEqual(ticket)
  const [, mac] = signed.split('.')
  const other = Buffer.from(JSON.stringify({ ...ticket, room: 's' })).toString('base64url')
  for (const text of [`${other}.${mac}`, `${other}.`, `${signed}.${mac}`, signed.slice(0, -1), ''])
    expect(readTicket('secret', text)).toBeUndefined()
  expect(readTicket('another', signed)).toBeUndefined()
})
