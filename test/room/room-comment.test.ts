import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { listen, say, textOf } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { cast, world } from '../support/world.ts'

const sharedServer = shareNames()

const commentOf = ({ json }: { json: unknown }) => Object(Reflect.get(Object(json), 'comment'))

test('a comment is one line of what can be seen, whatever is sent', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  await using guest = await listen(svc)
  await guest.next()
  for (const [sent, stored] of [
    ['one\ndata: two\r\n\r\nevent: tip', 'one data: two event: tip'],
    ['bell\u0007 and \u001b[31mred', 'bell and [31mred'],
    ['<b onclick=x>&amp;</b>', '<b onclick=x>&amp;</b>'],
    ['right \u202eto left\u2066', 'right to left'],
    [`zero${'\u200b'.repeat(300)}width`, 'zerowidth'],
    [`join${'\u200d'.repeat(300)}ed`, 'join\u200d\u200ded'],
    [`tower${'\u0301'.repeat(300)}`, `towe\u0155${'\u0301'.repeat(4)}`],
    ['family 👨‍👩‍👧‍👦 ❤️‍🔥', 'family 👨‍👩‍👧‍👦 ❤️‍🔥'],
    ['می‌خواهم', 'می‌خواهم'],
    ['🥁'.repeat(500), '🥁'.repeat(500)],
  ] as const) {
    const answer = await say(svc, ada, sent)
    expect([answer.status, commentOf(answer).text]).toEqual([201, stored])
    expect(textOf(await guest.next())).toBe(stored)
    svc.tick(2_000)
  }
})

test('a comment that is too long, empty, invisible or strange is refused by its field, and nothing is stored', async () => {
  await using svc = await startServer()
  const { ada, dawn, secret } = await world(svc)
  const nothing = '0193b5a0-0000-7000-8000-000000000000'
  for (const [body, field] of [
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: ' \n\t' }, 'text'],
    [{ text: '\u200b\u200d\u2060' }, 'text'],
    [{ text: '🥁'.repeat(501) }, 'text'],
    [{ text: '\ud800' }, 'text'],
    [{ text: 5 }, 'text'],
    [{ text: 'a', hookId: 'x' }, 'hookId'],
    [{ text: 'a', hookId: nothing }, 'hookId'],
    [{ text: 'a', hookId: secret.hookId }, 'hookId'],
    [{ text: 'a', atSec: -1 }, 'atSec'],
    [{ text: 'a', hookId: dawn.hookId, atSec: 181 }, 'atSec'],
    [{ text: 'a', emojiIds: [nothing] }, 'emojiIds'],
    [{ text: 'a', emojiIds: Array(21).fill(nothing) }, 'emojiIds'],
    [{ text: 'a', authorId: nothing }, 'authorId'],
  ] as const) {
    const { status, json } = await svc.call('POST', '/api/casset/nova/comment', { cookie: ada.cookie, body })
    expect([body, status, json]).toMatchObject([body, 400, { code: 'VALIDATION', field }])
    svc.tick(2_000)
  }
  expect([rowsOf(svc, 'comments'), rowsOf(svc, 'room_events'), rowsOf(svc, 'rooms')]).toEqual([[], [], []])
})

test('the 11th comment in a burst waits two seconds', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { ada } = await world(svc)
  for (let count = 0; count < 10; count += 1) expect((await say(svc, ada, `${count}`)).status).toBe(201)
  const more = await say(svc, ada, 'one too many')
  expect([more.status, more.headers.get('retry-after')]).toEqual([429, '2'])
  svc.tick(2_000)
  expect((await say(svc, ada, 'now')).status).toBe(201)
  expect(rowsOf(svc, 'comments')).toHaveLength(11)
})

test('emoji are those of the casset that the writer bought, or all of them for its artist', async () => {
  const svc = await sharedServer()
  const { ada, nova } = await world(svc)
  const other = cast(svc.ctx, 'other')
  const wave = await addEmoji(svc, nova)
  const free = await addEmoji(svc, nova, 'free', { priceMinor: 0 })
  const foreign = await addEmoji(svc, other, 'foreign', { priceMinor: 0 })
  const body = { emojiId: free.id }
  await svc.call('POST', '/api/casset/nova/emoji/purchase', { cookie: ada.cookie, body })
  const posted = async (person: typeof ada, text: string, emojiIds?: string[]) => {
    const answer = await say(svc, person, text, emojiIds ? { emojiIds } : {})
    return answer.status === 201
      ? commentOf(answer).emojiIds
      : [answer.status, Reflect.get(Object(answer.json), 'code')]
  }
  expect(await posted(ada, 'so :free: and :wave: and :free:')).toEqual([free.id])
  expect(await posted(ada, 'named', [free.id, free.id])).toEqual([free.id])
  expect(await posted(ada, 'not mine', [wave.id])).toEqual([403, 'FORBIDDEN'])
  expect(await posted(ada, 'not here', [foreign.id])).toEqual([400, 'VALIDATION'])
  expect(await posted(nova, ':wave: :free: :nothing:')).toEqual(expect.arrayContaining([wave.id, free.id]))
  svc.ctx.db.$client.run('UPDATE emoji_purchases SET ended_at = 1')
  expect(await posted(ada, 'given back :free:')).toEqual([])
})

test('plays are told once a minute of each listener and track, follows and likes when they change something', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { ada, nova, dawn, kettle, secret } = await world(svc)
  await using guest = await listen(svc)
  await guest.next()
  const does = ({ cookie }: typeof ada, body: Record<string, unknown>) =>
    svc.call('POST', '/api/casset/nova/activity', { cookie, body })
  const play = { type: 'play', trackId: dawn.id }
  const activity = { ...play, author: { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' } }
  const first = await does(ada, play)
  expect([first.status, first.json]).toMatchObject([201, { activity }])
  const [like, follow] = [{ type: 'like', trackId: dawn.id }, { type: 'follow' }]
  for (const body of [play, { ...play, trackId: kettle.id }, play, follow, follow, like, like]) {
    expect((await does(ada, body)).status).toBe(201)
  }
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })
  expect(media.json).toMatchObject({ viewer: { following: true }, tracks: [{ hook: { likes: 1, liked: true } }, {}] })
  await does(ada, { type: 'unfollow' })
  await does(nova, play)
  svc.tick(60_000)
  await does(ada, play)
  const told: unknown[] = []
  for (let count = 0; count < 7; count += 1) told.push((await guest.next())?.data)
  expect(told).toMatchObject([
    activity,
    { type: 'play', trackId: kettle.id },
    { type: 'follow', trackId: null },
    { type: 'like', trackId: dawn.id },
    { type: 'unfollow' },
    { author: { handle: 'nova' } },
    activity,
  ])
  expect(rowsOf(svc, 'room_events')).toHaveLength(7)
  for (const [body, status] of [
    [{ type: 'play' }, 400],
    [{ type: 'sing', trackId: dawn.id }, 400],
    [{ type: 'play', trackId: secret.id }, 404],
    [{ type: 'like', trackId: nova.userId }, 404],
  ] as const) {
    expect((await does(ada, body)).status).toBe(status)
  }
  expect((await does(nova, { type: 'follow' })).status).toBe(409)
})

test('with 20,000 comments a room opens and takes comments as before', async () => {
  await using svc = await startServer()
  const { ada, nova } = await world(svc)
  await say(svc, ada, 'first')
  svc.ctx.db.$client.run(
    `WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 20000)
    INSERT INTO comments (id, casset_id, author_id, text, event_id, created_at, removed_at)
    SELECT 'c' || n, ?, ?, 'number ' || n, 10000000001 + n, n, iif(n % 1000 < 400, 5, NULL) FROM more`,
    [nova.cassetId, ada.userId],
  )
  svc.ctx.db.$client.run('UPDATE rooms SET last_event = 10000020001')
  svc.ctx.db.$client.run(
    "INSERT INTO room_events (id, type, json, created_at) VALUES (10000020001, 'activity', '{}', 0)",
  )
  const from = process.cpuUsage()
  await using guest = await listen(svc)
  const hello = await guest.next()
  await say(svc, nova, 'quick')
  expect(textOf(await guest.next())).toBe('quick')
  const { user, system } = process.cpuUsage(from)
  expect(user + system).toBeLessThan(500_000)
  const recent: unknown = Reflect.get(Object(hello?.data), 'recent')
  expect(recent).toHaveLength(50)
  expect(Array.isArray(recent) && recent.at(-1)).toMatchObject({ text: 'number 19999' })
})
