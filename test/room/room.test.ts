import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { listen, say, textOf } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { shareNames, shareServer } from '../support/shared.ts'
import { cast, world } from '../support/world.ts'

const sharedServer = shareNames()

const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/)
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const personOf = (handle: string, displayName: string) => ({ handle, displayName, pfp: `/pfp/${handle}.svg` })

test('a comment is answered, reaches everybody in the room once, and stands in the next hello', async () => {
  await using svc = await startServer()
  const { ada, dawn } = await world(svc)
  await using guest = await listen(svc)
  await using member = await listen(svc, ada)
  expect(await guest.next()).toEqual({
    event: 'hello',
    id: undefined,
    data: { listeners: 1, members: [], recent: [] },
  })
  expect((await member.next())?.data).toEqual({ listeners: 2, members: [personOf('ada', 'Ada')], recent: [] })
  const answer = await say(svc, ada, ' What a \n drum ', { hookId: dawn.hookId, atSec: 41.5 })
  const comment = {
    id: anyId,
    author: personOf('ada', 'Ada'),
    text: 'What a drum',
    hookId: dawn.hookId,
    atSec: 41.5,
    emojiIds: [],
    createdAt: anyTime,
  }
  expect([answer.status, answer.json]).toEqual([201, { comment }])
  const heard = await guest.next()
  expect(heard).toEqual({ event: 'comment', id: '10000000001', data: Reflect.get(Object(answer.json), 'comment') })
  expect(await member.next()).toEqual(heard)
  await using late = await listen(svc)
  expect(await late.next()).toMatchObject({ event: 'hello', data: { listeners: 3, recent: [heard?.data] } })
  const media = await svc.call('GET', '/api/casset/nova/media')
  expect(media.json).toMatchObject({ room: { listeners: 3 } })
})

test('presence tells who came and who left, an account once, within a second or so', async () => {
  const svc = await sharedServer()
  const { ada, nova } = await world(svc)
  await using guest = await listen(svc)
  await guest.nextOf('hello')
  {
    await using _second = await listen(svc, ada)
    {
      await using _first = await listen(svc, ada)
      await using _artist = await listen(svc, nova)
      const both = [personOf('ada', 'Ada'), personOf('nova', 'Nova')]
      expect(await guest.nextOf('presence')).toEqual({
        event: 'presence',
        id: undefined,
        data: { listeners: 3, members: both },
      })
    }
    // One of ada's two tabs is left.
    const left = { listeners: 2, members: [personOf('ada', 'Ada')] }
    expect((await guest.nextOf('presence'))?.data).toEqual(left)
  }
  expect((await guest.nextOf('presence'))?.data).toEqual({ listeners: 1, members: [] })
})

test('a listener that comes back is sent what it missed, once, and nothing of other rooms', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  const other = cast(svc.ctx, 'other')
  await using guest = await listen(svc)
  await guest.next()
  for (const text of ['one', 'two', 'three']) await say(svc, ada, text)
  await say(svc, ada, 'elsewhere', {}, other.handle)
  const first = await guest.next()
  for (const options of [
    { lastEventId: first?.id },
    { query: `?lastEventId=${first?.id}` },
    { lastEventId: first?.id, query: '?lastEventId=10000000003' },
  ]) {
    await using back = await listen(svc, options)
    expect(await back.next()).toMatchObject({ event: 'hello', data: { recent: [] } })
    const [two, three] = [await back.next(), await back.next()]
    expect([two, three].map((heard) => [heard?.event, heard?.id, textOf(heard)])).toEqual([
      ['comment', '10000000002', 'two'],
      ['comment', '10000000003', 'three'],
    ])
  }
  await using back = await listen(svc, { lastEventId: '10000000003' })
  await back.next()
  await say(svc, ada, 'four')
  expect(textOf(await back.next())).toBe('four')
})

const talked = shareServer(async (svc) => {
  const { ada } = await world(svc)
  const other = cast(svc.ctx, 'other')
  await say(svc, ada, 'here')
  await say(svc, ada, 'there', {}, other.handle)
  return {}
})

test.each(['10000000099', '20000000001', '0', 'garbage', '-1', '1e10', '10000000001; drop', ' '])(
  'an id that this room never gave (%p) is answered with reset and a fresh hello',
  async (lastEventId) => {
    const { svc } = await talked()
    await using back = await listen(svc, { query: `?lastEventId=${encodeURIComponent(lastEventId)}` })
    expect(await back.next()).toEqual({ event: 'reset', id: '', data: {} })
    expect(await back.next()).toMatchObject({ event: 'hello', data: { recent: [{ text: 'here' }] } })
  },
)

test('of more than 500 events the last 500 are replayed; an older id is answered with reset', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  await say(svc, ada, 'first')
  const author = { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' }
  const activity = { type: 'follow', author, trackId: null, createdAt: '2026-01-01T00:00:00.000Z' }
  svc.ctx.db.$client.run(`WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 599)
    INSERT INTO room_events (id, type, json, created_at)
    SELECT 10000000001 + n, 'activity', '${JSON.stringify(activity)}', 0 FROM more`)
  svc.ctx.db.$client.run('UPDATE rooms SET last_event = 10000000600')
  await using old = await listen(svc, { lastEventId: '10000000099' })
  expect((await old.next())?.event).toBe('reset')
  await using back = await listen(svc, { lastEventId: '10000000100' })
  expect((await back.next())?.event).toBe('hello')
  const heard: (string | undefined)[] = []
  while (heard.length < 500) heard.push((await back.next())?.id)
  expect([heard[0], heard.at(-1), new Set(heard).size]).toEqual(['10000000101', '10000000600', 500])
})

test('after a start ids jump, so that none is given twice, and what was before is replayed', async () => {
  await using folder = await startServer()
  const { ada } = await world(folder)
  await say(folder, ada, 'before')
  await using svc = await startServer({ dataDir: folder.dataDir })
  await using back = await listen(svc, { lastEventId: '10000000001' })
  expect(await back.next()).toMatchObject({ event: 'hello', data: { recent: [] } })
  await say(svc, ada, 'after')
  expect((await back.next())?.id).toBe('10001000001')
})

test('an orderly stop ends streams at once, and their clients come back within three seconds, not all at once', async () => {
  const svc = await startServer()
  await world(svc)
  const many = await Promise.all(Array.from({ length: 8 }, () => listen(svc)))
  for (const each of many) await each.next()
  await svc[Symbol.asyncDispose]()
  for (const each of many) expect(await each.next()).toBeUndefined()
  const waits = many.map((each) => each.retryMs() ?? -1)
  expect(waits.every((ms) => ms >= 1_000 && ms < 3_000)).toBe(true)
  expect(new Set(waits).size).toBeGreaterThan(4)
})

test('an account and an address have so many streams open, and one that ends makes room for the next', async () => {
  await using svc = await startServer({ env: { STREAMS_PER_ADDRESS: '52', TRUSTED_PROXIES: '127.0.0.0/8' } })
  const { nova, ada } = await world(svc)
  const open = (address: string, cookie?: string) =>
    svc.fetch('/api/casset/nova/sideb', { headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) } })
  const streams = await Promise.all(Array.from({ length: 50 }, (_, n) => open(`192.0.2.${n}`, ada.cookie)))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await open('192.0.2.99', ada.cookie)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '60',
    expect.objectContaining({ code: 'RATE_LIMIT', error: 'Too many rooms are open in your account.' }),
  ])
  const guests = await Promise.all(Array.from({ length: 51 }, () => open('198.51.100.7')))
  expect(new Set(guests.map(({ status }) => status))).toEqual(new Set([200]))
  expect([(await open('198.51.100.7', nova.cookie)).status, (await open('198.51.100.7')).status]).toEqual([200, 429])
  expect((await open('198.51.100.8')).status).toBe(200)
  await guests[0]?.body?.cancel()
  let again = await open('198.51.100.7')
  while (again.status === 429) again = await open('198.51.100.7')
  expect(again.status).toBe(200)
  // A stream that the server ends gives its place back, too.
  svc.ctx.bus.publish({ kind: 'end', userId: ada.userId })
  expect((await open('192.0.2.99', ada.cookie)).status).toBe(200)
})

test('a comment line keeps the connection of a quiet room open', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  await using guest = await listen(svc)
  await guest.next()
  svc.ctx.hub.beat()
  await say(svc, ada, 'hello')
  await guest.next()
  expect(guest.beats()).toBe(1)
})

test('HEAD opens no stream', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const head = await svc.fetch('/api/casset/nova/sideb', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(svc.ctx.hub.listenersIn(nova.cassetId)).toBe(0)
})

test('a private, unpublished or unknown casset has no room for strangers, and one for its artist', async () => {
  await using svc = await startServer()
  const { ada, hidden } = await world(svc)
  for (const slug of ['hidden', 'draft', 'nobody', 'No!']) {
    const answers = [
      await svc.call('GET', `/api/casset/${slug}/sideb`, { cookie: ada.cookie }),
      await say(svc, ada, 'hello', {}, slug),
      await svc.call('POST', `/api/casset/${slug}/activity`, { cookie: ada.cookie, body: { type: 'follow' } }),
    ]
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      answers.map(() => [404, { error: 'There is no such casset.', code: 'NOT_FOUND' }]),
    )
  }
  await using own = await listen(svc, { ...hidden, slug: 'hidden' })
  expect((await own.next())?.event).toBe('hello')
  expect(rowsOf(svc, 'comments')).toEqual([])
  expect(rowsOf(svc, 'room_events')).toEqual([])
})

test('a stream ends with the session that it was opened with, and with the openness of its casset', async () => {
  const svc = await sharedServer()
  const { ada, nova } = await world(svc)
  await using member = await listen(svc, ada)
  await using guest = await listen(svc)
  await using artist = await listen(svc, nova)
  for (const each of [member, guest, artist]) await each.next()
  await svc.call('POST', '/api/auth/logout', { cookie: ada.cookie })
  expect(await member.next()).toBeUndefined()
  await say(svc, nova, 'still on')
  expect(textOf(await guest.next())).toBe('still on')
  const hide = (privacy: string) =>
    svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, { cookie: nova.cookie, body: { privacy } })
  await hide('unlisted')
  await say(svc, nova, 'by link')
  expect(textOf(await guest.next())).toBe('by link')
  await hide('private')
  expect(await guest.next()).toBeUndefined()
  expect((await listen(svc)).status).toBe(404)
})

test('a newcomer whose hello counted somebody who left at once is told so', async () => {
  const svc = await sharedServer()
  await world(svc)
  await using early = await listen(svc)
  const brief = await listen(svc)
  expect((await early.nextOf('presence'))?.data).toMatchObject({ listeners: 2 })
  await using late = await listen(svc)
  expect((await late.nextOf('hello'))?.data).toMatchObject({ listeners: 3 })
  await brief[Symbol.asyncDispose]()
  expect((await late.nextOf('presence'))?.data).toMatchObject({ listeners: 2 })
})
