import { expect, test } from 'bun:test'
import { signal } from '@preact/signals'
import type { Page } from 'playwright-core'
import { keepStream, waitMs } from '../../../public/room/keep-stream.ts'
import { readMessage } from '../../../public/room/message.ts'
import { applyMessage, createRoomStore } from '../../../public/room/room-store.ts'
import { resetText } from '../../../src/platform/hub/event.ts'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { say } from '../../support/room/room.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { world } from '../../support/world.ts'

useBrowser()

async function bundle(): Promise<string> {
  const entry = inTree('public/room/open-room.ts')
  const { outputs } = await Bun.build({ entrypoints: [entry], format: 'esm', target: 'browser' })
  const text = (await outputs[0]?.text()) ?? ''
  return `{ ${text.replace(/export\s*\{[^}]*\};?\s*$/, '')}; globalThis.room = openRoom('nova') }`
}

const texts = (page: Page) => page.evaluate<string[]>('room.comments.value.map(({ text }) => text)')
const listening = (svc: TestServer, cassetId: string, count: number) =>
  until(
    () => svc.ctx.hub.listenersIn(cassetId),
    (now) => now === count,
  )

browserTest(
  'tabs of a browser share one stream; when its tab closes the next one goes on and misses nothing',
  async () => {
    await using svc = await startServer()
    const { ada, nova } = await world(svc)
    const script = await bundle()
    await using open = await openPage(svc, '/@nova')
    const first = open.page
    const second = await first.context().newPage()
    await second.goto(`${svc.url}/@nova`)
    await say(svc, ada, 'before')
    await first.evaluate(script)
    await listening(svc, nova.cassetId, 1)
    await second.evaluate(script)
    await say(svc, ada, 'together')
    const both = ['before', 'together']
    for (const page of [first, second])
      await until(
        () => texts(page),
        (heard) => heard.length === both.length,
      )
    expect([await texts(first), await texts(second)]).toEqual([both, both])
    expect(svc.ctx.hub.listenersIn(nova.cassetId)).toBe(1)

    // Either tab may listen along; the browser is one listener of those who do.
    const along = (count: number) =>
      until(
        () => svc.ctx.hub.alongIn(nova.cassetId, ''),
        (now) => now === count,
      )
    for (const page of [second, first]) await page.evaluate('room.isAlong.value = true')
    expect(await along(1)).toBe(1)
    await first.evaluate('room.isAlong.value = false')
    await Bun.sleep(100)
    expect([await along(1), svc.ctx.hub.listenersIn(nova.cassetId)]).toEqual([1, 1])

    await first.close()
    await say(svc, ada, 'after')
    await until(
      () => texts(second),
      (heard) => heard.includes('after'),
    )
    expect(await texts(second)).toEqual([...both, 'after'])
    await listening(svc, nova.cassetId, 1)
    expect(await along(1)).toBe(1)
    await second.evaluate('room.isAlong.value = false')
    expect(await along(0)).toBe(0)
    const state = () => second.evaluate<[string, number]>('[room.status.value, room.listeners.value]')
    expect(await until(state, ([, count]) => count === 1)).toEqual(['open', 1])
  },
)

test('a client waits 1 s, twice as long after each failure and at most 30 s, not all at once', () => {
  expect([0, 1, 2, 4, 5, 50].map((failures) => waitMs(failures, 1))).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  expect(waitMs(3, 0)).toBe(4000)
})

/**
 * Keeps the stream of a server that gives these answers, one after another, and returns what was
 * asked and told.
 */
async function keep(...answers: readonly Response[]) {
  const left = [...answers]
  const asked: string[] = []
  const told: string[] = []
  const ending = new AbortController()
  using server = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      asked.push(new URL(url).search)
      const next = left.shift()
      if (!next) ending.abort()
      return next ?? new Response()
    },
  })
  const events = {
    status: (status: string) => told.push(status),
    heard: ({ event }: { event: string }) => told.push(event),
  }
  await keepStream({
    path: `${server.url.origin}/`,
    lastEventId: '5',
    isAlong: signal(false),
    signal: ending.signal,
    events,
  })
  return { asked, told }
}

test.each([403, 404])('a room that is refused (%i) is not asked for again', async (status) => {
  expect(await keep(new Response('no', { status }))).toEqual({
    asked: ['?lastEventId=5'],
    told: ['opening', 'refused'],
  })
})

test('after a reset a client asks for what is, not for what comes after what it had', async () => {
  const streams = ['retry: 1\n\nid: 7\nevent: activity\ndata: {}\n\n', `retry: 1\n\n${resetText}`]
  const { asked } = await keep(...streams.map((text) => new Response(text)), new Response('', { status: 404 }))
  expect(asked).toEqual(['?lastEventId=5', '?lastEventId=7', ''])
})

test('a listener who begins to listen along does not leave the room: the next stream opens before the last one ends', async () => {
  const isAlong = signal(false)
  const ending = new AbortController()
  const happened: string[] = []
  using server = Bun.serve({
    port: 0,
    fetch({ url }) {
      const { search } = new URL(url)
      happened.push(`begins ${search}`)
      return new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('id: 6\nevent: activity\ndata: {}\n\n')),
          cancel: () => void happened.push(`ends ${search}`),
        }),
      )
    },
  })
  const events = { status() {}, heard: () => (isAlong.value = true) }
  const keeping = keepStream({
    path: `${server.url.origin}/`,
    lastEventId: '5',
    isAlong,
    signal: ending.signal,
    events,
  })
  await until(
    () => happened.length,
    (count) => count === 3,
  )
  expect(happened).toEqual(['begins ?lastEventId=5', 'begins ?lastEventId=6&along=true', 'ends ?lastEventId=5'])
  ending.abort()
  await keeping
})

test('a store shows each comment once, forgets removed ones, and begins again after a reset', () => {
  const store = createRoomStore()
  const author = { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' }
  const comment = (id: string) => ({ id, author, text: id, hookId: null, atSec: null, emojiIds: [], createdAt: '' })
  const hear = (event: string, data: unknown) => {
    const message = readMessage(event, JSON.stringify(data))
    if (message) applyMessage(store, message)
    return message
  }
  const ids = () => store.comments.value.map(({ id }) => id)
  hear('hello', { listeners: 2, members: [author], recent: [comment('a'), comment('b')] })
  hear('comment', comment('b'))
  hear('comment', comment('c'))
  hear('remove', { commentId: 'a' })
  hear('presence', { listeners: 3, members: [] })
  expect([ids(), store.listeners.value, store.members.value]).toEqual([['b', 'c'], 3, []])
  expect(hear('something-new', {})).toBeNull()
  hear('reset', {})
  hear('hello', { listeners: 1, members: [], recent: [comment('d')] })
  expect(ids()).toEqual(['d'])
})
