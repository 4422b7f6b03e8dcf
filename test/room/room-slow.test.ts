import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type BusPlace, createBus } from '../../src/lib/turn/bus.ts'
import type { RoomEvent, RoomNews } from '../../src/platform/hub/event.ts'
import { createFanOut } from '../../src/platform/hub/fan-out.ts'
import { createHub } from '../../src/platform/hub/hub.ts'
import { createListener } from '../../src/platform/hub/listener.ts'
import { until } from '../support/casset/upload.ts'
import { listen } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const first = 10_000_000_001
const follow = {
  type: 'follow',
  author: { handle: 'ada', displayName: 'Ada', pfp: '' },
  trackId: null,
  createdAt: '',
}
const eventOf = (n: number, text = ''): RoomEvent => ({
  id: first + n,
  type: 'activity',
  json: JSON.stringify({ ...follow, n, text }),
  commentId: null,
})

test('a listener that stops reading is dropped with reset as its last word, and nobody waits for it', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const { hostname, port, host } = new URL(svc.url)
  const stalled = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  stalled.on('data', (piece: Buffer) => pieces.push(piece))
  stalled.write(`GET /api/casset/nova/sideb HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await until(
    () => pieces.length,
    (count) => count > 0,
  )
  stalled.pause()
  await using reading = await listen(svc)
  await reading.next()
  const text = 'x'.repeat(200_000)
  let sent = 0
  while (svc.ctx.hub.listenersIn(nova.cassetId) === 2 && sent < 200) {
    svc.ctx.bus.publish({ kind: 'stored', room: nova.cassetId, event: eventOf(sent, text) })
    sent += 1
    expect((await reading.next())?.data).toMatchObject({ n: sent - 1 })
  }
  expect(svc.ctx.hub.listenersIn(nova.cassetId)).toBe(1)
  const ended = new Promise<string>((resolve) => {
    const look = setInterval(() => {
      const tail = Buffer.concat(pieces.slice(-3)).toString('latin1')
      if (!tail.includes('event: reset')) return
      clearInterval(look)
      resolve(tail)
    }, 20)
  })
  stalled.resume()
  expect(await ended).toContain('id:\nevent: reset\ndata: {}\n\n')
  stalled.destroy()
})

/** A hub whose rooms have had these events, with a listener. */
function openHub(stored: RoomEvent[], frameMs = 1) {
  const followers: ((place: BusPlace, news: RoomNews) => void)[] = []
  const bus = {
    publish: () => {},
    place: () => ({ epoch: 1, n: 0 }),
    follow(take: (place: BusPlace, news: RoomNews) => void) {
      followers.push(take)
      return () => {}
    },
  }
  const pace = { frameMs, crowdFrameMs: frameMs, presenceMs: 5 }
  const hub = createHub({ bus, monotonicMs: () => performance.now(), random: (bytes) => new Uint8Array(bytes), pace })
  const join = (after: string | null) =>
    hub.join('room', { member: null, after, past: () => ({ events: stored, recent: [] }) }).getReader()
  const reader = join(null)
  const ids = async (count: number) => {
    const all: number[] = []
    while (all.length < count) {
      const text = new TextDecoder().decode((await reader.read()).value)
      all.push(...[...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id) - first))
    }
    return all
  }
  const tell = (place: BusPlace, n: number, event = eventOf(n)) => {
    for (const take of followers) take(place, { kind: 'stored', room: 'room', event })
  }
  /** The events that a listener who comes back after the first one is sent at once. */
  const missed = async () => {
    const back = join(`${first}`)
    let text = ''
    while (!text.includes(`id: ${first + 1}`)) text += new TextDecoder().decode((await back.read()).value)
    return text
  }
  const heard = async () => new TextDecoder().decode((await reader.read()).value)
  return { hub, ids, tell, missed, heard }
}

test('a listener who comes back after others did is not sent a comment that was removed meanwhile', async () => {
  const commentId = 'c'
  const comment = { id: first + 1, type: 'comment', json: '{"text":"regretted"}', commentId } as const
  const { hub, tell, missed } = openHub([eventOf(0), comment], 60_000)
  expect(await missed()).toContain('regretted')
  // The first frame goes at once; the removal waits for the next.
  tell({ epoch: 1, n: 1 }, 2)
  expect(await missed()).toContain('regretted')
  tell({ epoch: 1, n: 2 }, 3, { id: first + 3, type: 'remove', json: '{"commentId":"c"}', commentId })
  expect(await missed()).not.toContain('regretted')
  hub.stop()
})

test('a hub that missed an event, or hears of a new start, reads what it missed; what it has twice it takes once', async () => {
  const stored = [eventOf(0)]
  const { hub, ids, tell } = openHub(stored)
  stored.push(eventOf(1), eventOf(2), eventOf(3))
  tell({ epoch: 1, n: 1 }, 1)
  tell({ epoch: 1, n: 2 }, 3)
  tell({ epoch: 1, n: 3 }, 2)
  stored.push(eventOf(4), eventOf(5))
  tell({ epoch: 2, n: 1 }, 5)
  expect(await ids(5)).toEqual([1, 2, 3, 4, 5])
  hub.stop()
})

test.each([
  ['missed more than is kept', Array.from({ length: 501 }, (_, n) => eventOf(600 + n))],
  ['has events that a restored older database knows nothing of', [eventOf(0)]],
])('a room that %s begins anew: reset, and a fresh hello', async (_, now) => {
  const stored = [eventOf(0), eventOf(1)]
  const { hub, tell, heard } = openHub(stored)
  stored.splice(0, stored.length, ...now)
  tell({ epoch: 1, n: 1 }, 1)
  tell({ epoch: 2, n: 1 }, 1)
  let text = ''
  while (!text.includes('event: reset')) text += await heard()
  expect(text.slice(text.indexOf('event: reset'))).toContain('event: hello')
  hub.stop()
})

test('a bus numbers what it tells, and a follower that fails holds up nobody', () => {
  const failures: unknown[] = []
  const bus = createBus<string>(7, (thrown) => failures.push(thrown))
  const heard: unknown[] = []
  bus.follow(() => {
    throw new Error('no')
  })
  const leave = bus.follow(({ epoch, n }, event) => heard.push([epoch, n, event]))
  bus.publish('a')
  bus.publish('b')
  leave()
  bus.publish('c')
  expect(heard).toEqual([
    [7, 1, 'a'],
    [7, 2, 'b'],
  ])
  expect(failures).toHaveLength(3)
})

test('a crowd is served in slices, each listener in order, and others get their turn in between', async () => {
  const order = new Map<number, string>()
  const listeners = Array.from({ length: 1_200 }, (_, at) => ({
    ...createListener({ member: null, first: [], whenDropped: new Uint8Array(), left: () => {} }),
    send: (bytes: Uint8Array) => void order.set(at, `${order.get(at) ?? ''}${bytes[0]}`),
  }))
  const fanOut = createFanOut()
  fanOut(new Uint8Array([1]), listeners)
  expect(order.size).toBe(512)
  fanOut(new Uint8Array([2]), listeners.slice(0, 700))
  let turns = 0
  while (order.get(699) !== '12') {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  expect([order.size, order.get(0), order.get(1_199)]).toEqual([1_200, '12', '1'])
  expect(turns).toBeGreaterThan(1)
})
