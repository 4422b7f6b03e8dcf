import { expect, test } from 'bun:test'
import { coCassetIn, getTogether as get, postTogether as post, told, trio } from '../support/room/co-casset.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

test('an artist makes a casset with two others, who are invited by mail, accept, and divide it as they all agree', async () => {
  await using svc = await startServer()
  const { nova, ada, ben, made } = await trio(svc, [])
  const person = (handle: string, displayName: string) => ({ handle, displayName, pfp: `/pfp/${handle}.svg` })
  const [n, a, b] = [person('nova', 'Nova'), person('ada', 'Ada'), person('ben', 'Ben')]
  expect(made).toEqual({
    id: expect.any(String),
    slug: 'three',
    name: 'Three of us',
    price: { amount: 0, currency: 'usd' },
    published: false,
    creator: 'nova',
    state: 'MEMBER',
    members: [
      { ...n, state: 'MEMBER' },
      { ...a, state: 'INVITED' },
      { ...b, state: 'INVITED' },
    ],
    // The first member gets the odd unit of an uneven division.
    splits: { id: expect.any(String), percents: { nova: 33.34, ada: 33.33, ben: 33.33 }, accepted: ['nova'] },
    proposal: null,
    createdAt: expect.any(String),
  })
  const emails = svc.ctx.db.$client.query(
    "SELECT recipient, text_body AS text FROM mails WHERE kind = 'co-casset-invitation'",
  )
  expect(emails.all()).toEqual([
    { recipient: 'ada@example.com', text: expect.stringContaining('/studio/together/three') },
    { recipient: 'ben@example.com', text: expect.stringContaining('@three. Its page') },
  ])
  expect(Object((await get(svc, ada, '/mine')).json)).toMatchObject({
    memberships: [],
    invitations: [{ slug: 'three', state: 'INVITED' }],
  })
  // An artist who is only invited sees what they are invited to, and not the room.
  expect(told(await get(svc, ada, '/three'))).toEqual([200, undefined, undefined])
  expect(told(await get(svc, ada, '/three/room'))).toEqual([404, 'NOT_FOUND', undefined])

  const seen = { splitsId: made.splits.id }
  expect((await post(svc, ada, '/three/accept', seen)).status).toBe(200)
  const proposed = await post(svc, ada, '/three/splits', { splits: { nova: 50, ada: 25.5, ben: 24.5 } })
  expect(coCassetIn(proposed.json)).toMatchObject({
    splits: { percents: { nova: 33.34 } },
    proposal: { by: 'ada', percents: { nova: 50, ada: 25.5, ben: 24.5 }, accepted: ['ada'] },
  })
  const agreed = await post(svc, nova, '/three/splits/accept', { splitsId: coCassetIn(proposed.json).proposal.id })
  expect(coCassetIn(agreed.json)).toMatchObject({
    splits: { percents: { nova: 50 }, accepted: ['nova', 'ada'] },
    proposal: null,
  })
  // Ben would accept splits that have been replaced.
  expect(told(await post(svc, ben, '/three/accept', seen))).toEqual([409, 'BAD_STATE', 'splitsId'])
  expect((await post(svc, ben, '/three/accept')).status).toBe(200)
  expect((await post(svc, ben, '/three/accept')).status).toBe(200)
  expect(Object((await get(svc, ben, '/mine')).json)).toMatchObject({
    memberships: [{ slug: 'three' }],
    invitations: [],
  })

  // Splits that everybody has to accept wait for the last one, and another proposal takes their
  // place.
  const third = coCassetIn((await post(svc, ben, '/three/splits', { splits: { nova: 10, ada: 10, ben: 80 } })).json)
    .proposal.id
  const fair = coCassetIn((await post(svc, nova, '/three/splits', { splits: { nova: 40, ada: 30, ben: 30 } })).json)
    .proposal.id
  expect(told(await post(svc, ada, '/three/splits/accept', { splitsId: third }))).toEqual([
    409,
    'BAD_STATE',
    'splitsId',
  ])
  await post(svc, ada, '/three/splits/accept', { splitsId: fair })
  expect(coCassetIn((await get(svc, nova, '/three')).json).splits.percents).toEqual({ nova: 50, ada: 25.5, ben: 24.5 })
  await post(svc, ben, '/three/splits/accept', { splitsId: fair })
  expect(coCassetIn((await get(svc, nova, '/three')).json).splits.percents).toEqual({ nova: 40, ada: 30, ben: 30 })
})

test('bad splits, members and addresses are refused by field, and nothing is made of them', async () => {
  const svc = await sharedServer()
  const { nova, ada, draft } = await world(svc)
  cast(svc.ctx, 'ben')
  expect((await post(svc, draft, '', { name: 'Held', members: ['ada'] })).status).toBe(201)
  const base = { name: 'Us', slug: 'us-two', members: ['ada'] }
  const splits = (nova: number, ada: number) => ({ ...base, splits: { nova, ada } })
  const cases: [Record<string, unknown>, number, string][] = [
    [splits(49, 50), 400, 'splits'],
    [splits(51, 50), 400, 'splits'],
    [splits(100, 0), 400, 'splits.ada'],
    [splits(101, -1), 400, 'splits.nova'],
    [splits(33.333, 66.667), 400, 'splits.nova'],
    [{ ...base, splits: { nova: 100 } }, 400, 'splits'],
    [{ ...base, splits: { nova: 50, ada: 40, ben: 10 } }, 400, 'splits'],
    [{ ...base, splits: { nova: '50', ada: 50 } }, 400, 'splits.nova'],
    [{ ...base, members: [] }, 400, 'members'],
    [{ ...base, members: Array.from({ length: 50 }, (_, index) => `artist-${index}`) }, 400, 'members'],
    [{ ...base, members: ['ada', 'ghost'] }, 400, 'members.1'],
    [{ ...base, members: ['held'] }, 400, 'members.0'],
    [{ ...base, members: ['ada', 'ada'] }, 400, 'members.1'],
    [{ ...base, members: ['nova'] }, 400, 'members.0'],
    [{ ...base, members: ['Ada!'] }, 400, 'members.0'],
    [{ ...base, name: '\u200b' }, 400, 'name'],
    [{ ...base, slug: 'A B' }, 400, 'slug'],
    [{ name: '音', members: ['ada'] }, 400, 'slug'],
    [{ ...base, slug: 'hidden' }, 409, 'slug'],
    [{ ...base, slug: 'held' }, 409, 'slug'],
    [{ ...base, slug: 'studio' }, 409, 'slug'],
  ]
  const before = svc.ctx.db.$client.query('SELECT count(*) AS count FROM cassets').get()
  for (const [body, status, field] of cases) {
    const answer = await post(svc, nova, '', body)
    expect([body, ...told(answer)]).toEqual([body, status, status === 409 ? 'BAD_STATE' : 'VALIDATION', field])
    svc.tick(1_000)
  }
  expect(svc.ctx.db.$client.query('SELECT count(*) AS count FROM cassets').get()).toEqual(before)
  expect(Object((await get(svc, ada, '/mine')).json).invitations).toHaveLength(1)
  // A name that has an address already gets another one.
  expect(coCassetIn((await post(svc, nova, '', { name: 'Héld!', members: ['ada'] })).json).slug).toBe('held-2')
})

test('handles and slugs are one namespace, and a co-casset is a casset but no artist', async () => {
  const svc = await sharedServer()
  const { nova, ada, made } = await trio(svc)
  expect((await svc.call('GET', '/api/handles/three/available')).json).toEqual({ available: false })
  const body = { email: 'x@example.org', password: 'correct horse battery', handle: 'three', displayName: 'X' }
  expect(told(await svc.call('POST', '/api/auth/signup', { body }))).toEqual([409, 'BAD_STATE', 'handle'])

  const patch = (who: Person, values: unknown) =>
    svc.call('PATCH', `/api/studio/casset/${made.id}`, { cookie: who.cookie, body: values })
  expect(told(await patch(ada, { price: 700 }))).toEqual([403, 'FORBIDDEN', undefined])
  await addReadyTrack(svc.ctx, made.id, 'Ours')
  expect(Object((await patch(nova, { published: true, price: 0 })).json).casset).toMatchObject({
    slug: 'three',
    published: true,
  })
  const { json } = await svc.call('GET', '/api/casset/three/media')
  expect(json).toMatchObject({
    casset: { id: made.id, slug: 'three', name: 'Three of us' },
    artist: { handle: 'three', displayName: 'Nova, Ada and Ben', bio: null, verified: false, pfp: '/pfp/three.svg' },
    members: [{ handle: 'nova' }, { handle: 'ada' }, { handle: 'ben' }],
    tracks: [{ title: 'Ours' }],
    viewer: { entitled: false, owner: false },
  })
  // An artist's own page is as before, and has no members.
  const own = await svc.call('GET', '/api/casset/nova/media')
  expect(Object(own.json).casset.name).toBe('First Light')
  expect(Object.keys(Object(own.json))).not.toContain('members')
  const recent = await svc.call('GET', '/api/cassets/recent')
  expect(Object(recent.json).cassets).toContainEqual({
    id: made.id,
    handle: 'three',
    displayName: 'Nova, Ada and Ben',
    pfp: '/pfp/three.svg',
  })
  for (const path of ['/api/v1/artists/three', '/api/v1/artists/three/catalog']) {
    expect((await svc.call('GET', path)).status).toBe(404)
  }
  expect((await svc.call('GET', '/api/v1/artists/nova')).json).toMatchObject({ artist: { handle: 'nova' } })

  // Collecting it for free: a listener has it, and its artists need not.
  const listener = cast(svc.ctx, 'listener')
  const collect = (who: Person) =>
    svc.call('POST', '/api/checkout/payment-intent', { cookie: who.cookie, body: { slug: 'three' } })
  expect(Object((await collect(listener)).json).entitled).toBe(true)
  expect(told(await collect(ada))).toEqual([409, 'BAD_STATE', undefined])
  const library = await svc.call('GET', '/api/purchases/mine', { cookie: listener.cookie })
  expect(Object(library.json).purchases).toMatchObject([
    { casset: { slug: 'three', handle: 'three', displayName: 'Nova, Ada and Ben' } },
  ])
})

test('it is published once two have accepted, and is seen by its artists before', async () => {
  const svc = await sharedServer()
  const { nova, ada, ben, hidden, made } = await trio(svc, [])
  await addReadyTrack(svc.ctx, made.id, 'Ours')
  const publish = () =>
    svc.call('PATCH', `/api/studio/casset/${made.id}`, { cookie: nova.cookie, body: { published: true } })
  expect(told(await publish())).toEqual([409, 'BAD_STATE', undefined])
  await post(svc, ada, '/three/accept')
  const look = async (who?: Person) =>
    (await svc.call('GET', '/api/casset/three/media', { cookie: who?.cookie })).status
  expect([await look(nova), await look(ada), await look(ben), await look(hidden), await look()]).toEqual([
    200, 200, 404, 404, 404,
  ])
  expect((await publish()).status).toBe(200)
  expect(await look()).toBe(200)
})

test('the room is of its members only; others do not learn that there is one', async () => {
  const svc = await sharedServer()
  const { nova, ada, ben, hidden } = await trio(svc, ['ada'])
  const first = await post(svc, ada, '/three/room', { text: '  Shall we\r\nbegin? ' })
  expect(first).toMatchObject({
    status: 201,
    json: { message: { author: { handle: 'ada' }, text: 'Shall we\nbegin?' } },
  })
  for (let index = 0; index < 4; index += 1) await post(svc, nova, '/three/room', { text: `line ${index}` })
  const texts = (json: unknown) => Object(json).messages.map(({ text }: { text: string }) => text)
  const newest = await get(svc, nova, '/three/room?limit=3')
  expect(texts(newest.json)).toEqual(['line 3', 'line 2', 'line 1'])
  expect(Object(newest.json).members).toMatchObject([{ handle: 'nova' }, { handle: 'ada' }])
  const older = await get(svc, nova, `/three/room?limit=3&cursor=${Object(newest.json).nextCursor}`)
  expect([texts(older.json), Object(older.json).nextCursor]).toEqual([['line 0', 'Shall we\nbegin?'], null])
  expect(told(await get(svc, nova, `/three/room?cursor=${nova.userId}`))).toEqual([400, 'VALIDATION', 'cursor'])
  for (const text of ['', ' \u200b ', 'x'.repeat(1_001)]) {
    expect(told(await post(svc, nova, '/three/room', { text }))).toEqual([400, 'VALIDATION', 'text'])
  }
  const absent = await get(svc, hidden, '/nothing-here/room')
  for (const who of [ben, hidden]) {
    const [read, write] = [await get(svc, who, '/three/room'), await post(svc, who, '/three/room', { text: 'hi' })]
    expect([read.status, read.json, write.status]).toEqual([404, absent.json, 404])
  }
  // An artist's own casset is not a co-casset.
  expect((await get(svc, nova, '/nova/room')).status).toBe(404)
})
