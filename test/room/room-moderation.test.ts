import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { listen, say, textOf } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const decide = (svc: TestServer, { cookie }: Person, handle: string, body: Record<string, unknown>) =>
  svc.call('PUT', `/api/casset/nova/room/members/${handle}`, { cookie, body })
const settle = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('PATCH', '/api/casset/nova/room', { cookie, body })
const idOf = ({ json }: { json: unknown }) => String(Reflect.get(Object(Reflect.get(Object(json), 'comment')), 'id'))
const remove = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('DELETE', `/api/casset/nova/comments/${id}`, { cookie })

test('a removed comment is told, has lost its text everywhere, and leaves remove in its place in replays', async () => {
  await using svc = await startServer()
  const { ada, nova, draft } = await world(svc)
  await using guest = await listen(svc)
  await guest.next()
  await say(svc, ada, 'first')
  const [first] = [await guest.next()]
  const own = idOf(await say(svc, ada, 'regretted'))
  const rude = idOf(await say(svc, ada, 'rude thing'))
  expect((await remove(svc, draft, own)).status).toBe(403)
  expect([(await remove(svc, ada, own)).status, (await remove(svc, nova, rude)).status]).toEqual([204, 204])
  expect((await remove(svc, ada, own)).status).toBe(404)
  for (const commentId of [own, rude]) expect((await guest.nextOf('remove'))?.data).toEqual({ commentId })
  svc.tick(60_000)
  await using fresh = await listen(svc)
  expect(await fresh.next()).toMatchObject({ data: { recent: [{ text: 'first' }] } })
  const inPlace = (commentId: string, id: string) => ({ event: 'remove', id, data: { commentId } })
  const expected = [
    inPlace(own, '10000000002'),
    inPlace(rude, '10000000003'),
    inPlace(own, '10000000004'),
    inPlace(rude, '10000000005'),
  ]
  // The running hub says the same as one that starts from the database.
  await using restarted = await startServer({ dataDir: svc.dataDir })
  for (const at of [svc, restarted]) {
    await using back = await listen(at, { lastEventId: first?.id })
    await back.next()
    expect([await back.next(), await back.next(), await back.next(), await back.next()]).toEqual(expected)
  }
  expect(JSON.stringify([rowsOf(svc, 'comments'), rowsOf(svc, 'room_events')])).not.toMatch(/regretted|rude thing/)
})

test('muted listeners read on and may not write, until a time if one is named; a new name evades nothing', async () => {
  const svc = await sharedServer()
  const { ada, nova } = await world(svc)
  const until = new Date(svc.ctx.now() + 3_600_000).toISOString()
  const muted = await decide(svc, nova, 'ada', { muted: true, until, reason: ' Take a break ' })
  const member = { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg', banned: false, moderator: false }
  expect([muted.status, muted.json]).toEqual([
    200,
    { member: { ...member, muted: true, until, reason: 'Take a break' } },
  ])
  const rename = { displayName: 'Somebody Else' }
  expect((await svc.call('POST', '/api/auth/update-profile', { cookie: ada.cookie, body: rename })).status).toBe(200)
  const refused = await say(svc, ada, 'hello')
  expect([refused.status, refused.json]).toEqual([
    403,
    { error: `You are muted in this room until ${until}.`, code: 'FORBIDDEN', hint: 'Reason: Take a break' },
  ])
  await using reading = await listen(svc, ada)
  await reading.next()
  await say(svc, nova, 'still here')
  expect(textOf(await reading.next())).toBe('still here')
  svc.tick(3_600_001)
  expect((await say(svc, ada, 'hello again')).status).toBe(201)
  const { json } = await svc.call('GET', '/api/casset/nova/room/members', { cookie: nova.cookie })
  expect(json).toEqual({ members: [], nextCursor: null })
})

test("a banned listener's streams end at once, and nothing of the room is theirs until they are let in again", async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  await using first = await listen(svc, ada)
  await using second = await listen(svc, ada)
  await using guest = await listen(svc)
  for (const each of [first, second, guest]) await each.next()
  expect((await decide(svc, nova, 'ada', { banned: true })).status).toBe(200)
  await say(svc, nova, 'somebody is gone')
  expect([await first.next(), await second.next()]).toEqual([undefined, undefined])
  expect(textOf(await guest.next())).toBe('somebody is gone')
  const body = { type: 'play', trackId: dawn.id }
  const submission = { hookId: dawn.hookId, clip: { url: 'https://example.com/clip' } }
  const answers = [
    await svc.call('GET', '/api/casset/nova/sideb', { cookie: ada.cookie }),
    await say(svc, ada, 'let me in'),
    await svc.call('POST', '/api/casset/nova/activity', { cookie: ada.cookie, body }),
    await svc.call('POST', '/api/hooks/submissions', { cookie: ada.cookie, body: submission }),
  ]
  for (const { status, json } of answers) {
    expect([status, json]).toEqual([403, { error: 'You are banned from this room.', code: 'FORBIDDEN' }])
  }
  expect(rowsOf(svc, 'room_events')).toMatchObject([{ type: 'comment' }])
  const listed = await svc.call('GET', '/api/casset/nova/room/members?state=banned', { cookie: nova.cookie })
  expect(listed.json).toMatchObject({ members: [{ handle: 'ada', banned: true }], nextCursor: null })
  await decide(svc, nova, 'ada', { banned: false })
  expect([(await say(svc, ada, 'thank you')).status, textOf(await guest.next())]).toEqual([201, 'thank you'])
  expect(rowsOf(svc, 'room_members')).toEqual([])
})

test('a moderator does what the artist does, but names nobody and decides about no moderator', async () => {
  const svc = await sharedServer()
  const { ada, nova, draft, hidden } = await world(svc)
  for (const handle of ['ada', 'draft']) await decide(svc, nova, handle, { moderator: true })
  expect((await decide(svc, ada, 'hidden', { muted: true })).status).toBe(200)
  expect((await settle(svc, draft, { slowModeSec: 60 })).status).toBe(200)
  const comment = idOf(await say(svc, nova, 'mine'))
  expect((await remove(svc, ada, comment)).status).toBe(204)
  const onlyArtist = { error: 'Only the artist decides about moderators.', code: 'FORBIDDEN' }
  for (const [handle, body] of [
    ['hidden', { moderator: true }],
    ['draft', { banned: true }],
    ['ada', { moderator: false }],
  ] as const) {
    const { status, json } = await decide(svc, ada, handle, body)
    expect([handle, status, json]).toEqual([handle, 403, onlyArtist])
  }
  expect((await decide(svc, ada, 'nova', { banned: true })).status).toBe(409)
  expect((await decide(svc, hidden, 'ada', { muted: true })).status).toBe(403)
  await decide(svc, nova, 'ada', { banned: true })
  expect((await settle(svc, ada, { open: false })).status).toBe(403)
  const bad = [{ until: '2020-01-01T00:00:00Z', muted: true }, { until: 'tomorrow' }, { reason: 'x'.repeat(281) }]
  for (const body of bad) expect((await decide(svc, nova, 'draft', body)).status).toBe(400)
})

test('in slow mode each listener waits as told, the artist and moderators do not; a closed room takes no comments', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { ada, nova, draft } = await world(svc)
  expect((await settle(svc, nova, { slowModeSec: 30 })).json).toEqual({
    slowModeSec: 30,
    followersOnly: false,
    words: [],
    open: true,
  })
  expect((await say(svc, ada, 'one')).status).toBe(201)
  svc.tick(10_000)
  const soon = await say(svc, ada, 'two')
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '20'])
  expect((await say(svc, draft, 'me too')).status).toBe(201)
  for (const text of ['a', 'b']) expect((await say(svc, nova, text)).status).toBe(201)
  svc.tick(20_000)
  expect((await say(svc, ada, 'three')).status).toBe(201)
  await settle(svc, nova, { open: false, slowModeSec: 0 })
  expect([(await say(svc, ada, 'four')).status, (await say(svc, nova, 'closing')).status]).toEqual([409, 201])
  for (const body of [
    { slowModeSec: 301 },
    { slowModeSec: -1 },
    { words: ['x'.repeat(61)] },
    { words: Array(201).fill('a') },
  ])
    expect((await settle(svc, nova, body)).status).toBe(400)
})

test("a word of the artist's list is found in any case, width and disguise, and only for listeners", async () => {
  const svc = await sharedServer()
  const { ada, nova } = await world(svc)
  const set = await settle(svc, nova, { words: ['Spoiler', 'sPOILER ', 'straße', '\u200b'] })
  expect(set.json).toMatchObject({ words: ['Spoiler', 'straße'] })
  for (const text of [
    'a SPOILER here',
    'ｓｐｏｉｌｅｒ',
    's\u200bpoi\u00adler',
    'spo\u2060iler',
    'sp\u200doiler',
    '𝓼𝓹𝓸𝓲𝓵𝓮𝓻',
    'STRAẞE',
  ]) {
    const { status, json } = await say(svc, ada, text)
    expect([text, status, json]).toMatchObject([text, 400, { code: 'VALIDATION', field: 'text' }])
  }
  expect((await say(svc, nova, 'my own spoiler')).status).toBe(201)
  expect((await say(svc, ada, 'spoil nothing')).status).toBe(201)
})

test('a report is kept once a person; moderators see those of their room, the owner of the instance all', async () => {
  const svc = await sharedServer()
  const { ada, nova, draft, hidden } = await world(svc)
  const other = cast(svc.ctx, 'other')
  const id = idOf(await say(svc, ada, 'rude thing'))
  const elsewhere = idOf(await say(svc, ada, 'worse', {}, 'other'))
  const report = ({ cookie }: Person, comment: string, slug = 'nova', reason = 'Rude') =>
    svc.call('POST', `/api/casset/${slug}/comments/${comment}/report`, { cookie, body: { reason } })
  for (const person of [draft, draft, hidden]) expect((await report(person, id)).status).toBe(204)
  expect((await report(draft, elsewhere, 'other')).status).toBe(204)
  const wrong = [
    await report(draft, elsewhere),
    await report(ada, id),
    await report(draft, id, 'nova', 'x'.repeat(281)),
  ]
  expect(wrong.map(({ status }) => status)).toEqual([404, 400, 400])
  const queue = async ({ cookie }: Person) => {
    const { json } = await svc.call('GET', '/api/studio/reports', { cookie })
    const list: unknown = Reflect.get(Object(json), 'reports')
    return Array.isArray(list) ? list : []
  }
  await decide(svc, nova, 'draft', { moderator: true })
  await decide(svc, nova, 'ada', { muted: true })
  const outcast = cast(svc.ctx, 'outcast')
  await decide(svc, nova, 'outcast', { moderator: true })
  await decide(svc, nova, 'outcast', { banned: true })
  const mine = await queue(nova)
  expect(mine).toMatchObject([
    {
      casset: { slug: 'nova' },
      reporter: { handle: 'draft' },
      author: { handle: 'ada' },
      comment: { id, text: 'rude thing' },
    },
    { reporter: { handle: 'hidden' }, reason: 'Rude', action: null, resolvedAt: null },
  ])
  expect([await queue(draft), (await queue(other)).length]).toEqual([mine, 1])
  // A person who is muted or banned is known to the room, and reads none of it.
  for (const person of [ada, outcast]) expect(await queue(person)).toEqual([])
  await decide(svc, nova, 'ada', { muted: false })
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [hidden.userId])
  expect(await queue(hidden)).toHaveLength(3)

  const resolve = ({ cookie }: Person, report: unknown, action: string) =>
    svc.call('POST', `/api/studio/reports/${Reflect.get(Object(report), 'id')}/resolve`, { cookie, body: { action } })
  const [first, second] = mine
  expect((await resolve(other, first, 'DELETED')).status).toBe(403)
  const deleted = await resolve(draft, first, 'DELETED')
  expect([deleted.status, deleted.json]).toMatchObject([200, { report: { action: 'DELETED', comment: null } }])
  expect((await resolve(nova, second, 'DISMISSED')).status).toBe(409)
  expect(await queue(nova)).toEqual([])
  const [last] = await queue(other)
  expect((await resolve(hidden, last, 'BANNED')).status).toBe(200)
  expect((await say(svc, ada, 'again', {}, 'other')).status).toBe(403)
  expect((await say(svc, ada, 'but here')).status).toBe(201)
})

test('the artist is told of comments, and listeners of what was decided about them, without who did it', async () => {
  const svc = await sharedServer()
  const { ada, nova } = await world(svc)
  const told = async ({ cookie }: Person) => {
    const { json } = await svc.call('GET', '/api/notifications', { cookie })
    const list: unknown = Reflect.get(Object(json), 'notifications')
    return Array.isArray(list) ? list.map((each) => [Reflect.get(each, 'title'), Reflect.get(each, 'text')]) : []
  }
  const rude = idOf(await say(svc, ada, 'rude thing'))
  await say(svc, ada, 'and more')
  await say(svc, nova, 'my own')
  expect(await told(nova)).toEqual([['Ada wrote on your casset', 'rude thing']])
  await remove(svc, nova, rude)
  await decide(svc, nova, 'ada', { muted: true, until: '2099-01-02T03:04:05Z', reason: 'Be kind.' })
  await decide(svc, nova, 'ada', { muted: true })
  await decide(svc, nova, 'ada', { muted: false })
  await decide(svc, nova, 'ada', { moderator: true })
  expect(await told(ada)).toEqual([
    ['You moderate the room of First Light', ''],
    ['You are free to write in the room of First Light again', ''],
    ['You cannot write in the room of First Light for now', 'Until 2 January 2099, 03:04 UTC. Be kind.'],
    ['A comment of yours was removed', 'It was in the room of First Light.'],
  ])
})
