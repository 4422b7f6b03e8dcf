import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { mostTapes } from '../../src/lib/music/tape.ts'
import { cassetRow } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const make = (svc: TestServer, { cookie }: Person, body: object) =>
  svc.call('POST', '/api/studio/cassets', { cookie, body })

const patch = (svc: TestServer, { cookie }: Person, id: string, body: object) =>
  svc.call('PATCH', `/api/studio/casset/${id}`, { cookie, body })

const idOf = (json: unknown): string => String(Reflect.get(Object(Reflect.get(Object(json), 'casset')), 'id'))

const wordsOf = ({ ctx }: TestServer, { artistId }: Person) =>
  ctx.db
    .select({ word: cassets.word })
    .from(cassets)
    .where(eq(cassets.artistId, artistId))
    .all()
    .map(({ word }) => word)
    .sort()

test('an artist makes a further tape, which begins free, unseen and with the look of their first', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  await patch(svc, nova, nova.cassetId, { profilePatternId: 'halftone', footerTheme: 'dark' })
  const made = await make(svc, nova, { name: 'Zweiter Frühling' })
  expect(made.status).toBe(201)
  const id = idOf(made.json)
  expect(made.json).toEqual({
    casset: {
      id,
      slug: 'nova.zweiter-fruhling',
      name: 'Zweiter Frühling',
      price: { amount: 0, currency: 'usd' },
      published: false,
      privacy: 'public',
      publishedAt: null,
      sales: { count: 0, amount: { amount: 0, currency: 'usd' } },
    },
  })
  expect(cassetRow(svc, id)).toMatchObject({ patternId: 'halftone', footerTheme: 'dark', kind: 'ALBUM' })
  expect((await svc.call('GET', '/api/casset/nova.zweiter-fruhling/media')).status).toBe(404)
  expect((await svc.fetch('/@nova/zweiter-fruhling')).status).toBe(404)
  expect((await svc.call('GET', '/studio/tapes', { cookie: nova.cookie })).text).toMatch(/Album · no price yet</)
  const own = await svc.call('GET', '/api/casset/nova.zweiter-fruhling/media', { cookie: nova.cookie })
  expect(own.json).toMatchObject({
    casset: { sales: { count: 0 } },
    artist: { handle: 'nova' },
    viewer: { owner: true },
  })
})

test('a published tape has a page, and lies on the shelf of the others, never on its own', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const made = await make(svc, nova, { name: 'Live at the mill', word: 'live', kind: 'LIVE' })
  const id = idOf(made.json)
  await addReadyTrack(svc.ctx, id, 'Encore')
  const changed = await patch(svc, nova, id, { published: true, price: 500, releasedOn: '2019-05-31' })
  expect(changed.status).toBe(200)
  const tape = { slug: 'nova.live', name: 'Live at the mill', kind: 'LIVE', releasedOn: '2019-05-31', cover: null }
  const first = await svc.call('GET', '/api/casset/nova/media')
  expect(first.json).toMatchObject({ tapes: [{ ...tape, price: { amount: 500, currency: 'usd' } }] })
  const further = await svc.call('GET', '/api/casset/nova.live/media')
  expect(further.json).toMatchObject({
    casset: { slug: 'nova.live' },
    artist: { handle: 'nova' },
    tracks: [{ title: 'Encore' }],
    tapes: [{ slug: 'nova' }],
  })
  const page = await (await svc.fetch('/@nova/live')).text()
  expect(page).toContain('Live at the mill')
  expect(page).toContain('href="/@nova"')
  expect(page).not.toContain('Kettle')
  expect(await (await svc.fetch('/@nova')).text()).toContain('href="/@nova/live"')
  await patch(svc, nova, id, { privacy: 'unlisted' })
  expect((await svc.call('GET', '/api/casset/nova/media')).json).toMatchObject({ tapes: [] })
  expect((await svc.fetch('/@nova/live')).status).toBe(200)
})

test('every spelling of a tape’s address leads to one, and what lies below it to its slug', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  addTape(svc, nova, 'live')
  const led = async (path: string) => {
    const { status, headers } = await svc.fetch(path, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await led('/@nova.live?ref=x')).toEqual([308, '/@nova/live?ref=x'])
  expect(await led('/@NOVA/Live')).toEqual([308, '/@nova/live'])
  expect(await led('/@nova/live/sideb')).toEqual([307, '/@nova.live/sideb'])
  for (const path of ['/@nova.live/sideb', '/@nova.live/embed', '/@nova.live/jcard', '/@nova.live/feed.xml'])
    expect([path, (await svc.fetch(path)).status]).toEqual([path, 200])
  expect((await svc.fetch('/@nova/none')).status).toBe(404)
  expect((await svc.fetch('/@nova/none/sideb')).status).toBe(404)
})

test.each([
  ['x', 'too short'],
  ['a'.repeat(41), 'too long'],
  ['Live', 'capitals'],
  ['lіve', 'a Cyrillic letter'],
  ['live.', 'a dot'],
  ['live ', 'a space'],
  ['sideb', 'reserved'],
  ['releases', 'reserved'],
  ['letters', 'reserved'],
  ['live', 'taken'],
  ['before', 'a former word of another'],
])('a tape cannot have the word %p, which is %s, and nothing changes', async (word) => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const live = addTape(svc, nova, 'before')
  await patch(svc, nova, live, { word: 'live' })
  const demo = addTape(svc, nova, 'demo')
  const refused = [
    await make(svc, nova, { name: 'Other', word }),
    await patch(svc, nova, demo, { word, name: 'Other' }),
  ]
  for (const { status, json } of refused) {
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field: 'word' })])
  }
  const first = await patch(svc, nova, demo, { first: true, formerWord: word, name: 'Other' })
  expect([first.status, first.json]).toEqual([400, expect.objectContaining({ field: 'formerWord' })])
  expect(wordsOf(svc, nova)).toEqual(['demo', 'live', null])
  expect(cassetRow(svc, demo)?.name).toBe('Tape demo')
})

test('two artists have the same word, and neither reaches the other’s tape', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const live = addTape(svc, nova, 'live')
  const made = await make(svc, ada, { name: 'Live', word: 'live' })
  expect(made.status).toBe(201)
  expect((await patch(svc, ada, live, { name: 'Mine' })).status).toBe(403)
  expect((await patch(svc, ada, '01890000-0000-7000-8000-000000000000', { name: 'Mine' })).status).toBe(404)
  expect(cassetRow(svc, live)?.name).toBe('Tape live')
  // Going back to a word does not take it from the other artist.
  await patch(svc, ada, idOf(made.json), { word: 'mine' })
  for (const word of ['away', 'live']) await patch(svc, nova, live, { word })
  const led = await svc.call('GET', '/@ada/live', { cookie: ada.cookie })
  expect(led.headers.get('location')).toBe('/@ada/mine')
})

test('another tape becomes the first: ids stay, the addresses change places and lead on', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const live = addTape(svc, nova, 'live')
  const without = await patch(svc, nova, live, { first: true })
  expect([without.status, without.json]).toEqual([400, expect.objectContaining({ field: 'formerWord' })])
  const taken = await patch(svc, nova, live, { first: true, formerWord: 'live' })
  expect([taken.status, taken.json]).toEqual([400, expect.objectContaining({ field: 'formerWord' })])
  await patch(svc, nova, nova.cassetId, { price: 0 })
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  const revision = cassetRow(svc, nova.cassetId)?.revision ?? 0
  const swapped = await patch(svc, nova, live, { first: true, formerWord: 'first-light' })
  expect(cassetRow(svc, nova.cassetId)?.revision).toBeGreaterThan(revision)
  expect(swapped.json).toMatchObject({ casset: { id: live, slug: 'nova' } })
  expect((await svc.call('GET', '/api/casset/nova/media')).json).toMatchObject({ casset: { id: live } })
  const before = await svc.call('GET', '/api/casset/nova.first-light/media', { cookie: ada.cookie })
  expect(before.json).toMatchObject({ casset: { id: nova.cassetId }, viewer: { entitled: true } })
  const led = await svc.fetch('/@nova/live', { redirect: 'manual' })
  expect(led.headers.get('location')).toBe('/@nova')
  const { json } = await svc.call('GET', '/api/studio/cassets', { cookie: nova.cookie })
  expect(json).toMatchObject({
    cassets: [
      { id: live, word: null },
      { id: nova.cassetId, word: 'first-light' },
    ],
  })
  expect((await patch(svc, nova, live, { word: 'other' })).status).toBe(400)
  const again = await patch(svc, nova, live, { first: true, formerWord: 'other' })
  expect([again.status, again.json]).toEqual([400, expect.objectContaining({ field: 'first' })])
  // There and back, and there again.
  expect((await patch(svc, nova, nova.cassetId, { first: true, formerWord: 'live' })).status).toBe(200)
  expect((await patch(svc, nova, live, { first: true, formerWord: 'first-light' })).status).toBe(200)
  expect((await patch(svc, nova, nova.cassetId, { first: true, formerWord: 'live' })).status).toBe(200)
})

test('an artist has at most a hundred tapes', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova')
  for (let tape = 1; tape < mostTapes; tape += 1) addTape(svc, nova, `tape-${tape}`)
  expect((await make(svc, nova, { name: 'One more' })).status).toBe(409)
  const { json } = await svc.call('GET', '/api/casset/nova/media')
  expect(Reflect.get(Object(json), 'tapes')).toHaveLength(mostTapes - 1)
})

test('the collector of a tape has that tape and no other', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const live = addTape(svc, nova, 'live')
  const encore = await addReadyTrack(svc.ctx, live, 'Encore')
  const cookie = ada.cookie
  const got = await svc.call('POST', '/api/checkout/payment-intent', { cookie, body: { slug: 'nova.live' } })
  expect(got.json).toMatchObject({ entitled: true })
  const access = async (trackId: string) => (await svc.call('GET', `/api/audio/${trackId}`, { cookie })).json
  expect(await access(encore.id)).toMatchObject({ access: 'full' })
  const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie })
  expect(json).toMatchObject({ viewer: { entitled: false } })
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie })
  expect(mine.json).toMatchObject({
    purchases: [{ casset: { id: live, slug: 'nova.live', handle: 'nova', displayName: 'Nova' } }],
  })
  expect(await (await svc.fetch('/library', { headers: { cookie } })).text()).toContain('href="/@nova/live"')
  const sales = await svc.call('GET', '/api/casset/nova.live/media', { cookie: nova.cookie })
  expect(sales.json).toMatchObject({ casset: { sales: { count: 1 } } })
})

test('a tape has a room, codes and emoji of its own', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const cassetId = addTape(svc, nova, 'live')
  const [artist, listener] = [nova.cookie, ada.cookie]
  const said = await svc.call('POST', '/api/casset/nova.live/comment', { cookie: listener, body: { text: 'Encore!' } })
  expect(said.status).toBe(201)
  expect(await (await svc.fetch('/@nova.live/sideb')).text()).toContain('Encore!')
  expect(await (await svc.fetch('/@nova/sideb')).text()).not.toContain('Encore!')
  const codes = await svc.call('POST', '/api/studio/codes', {
    cookie: artist,
    body: { cassetId, count: 1, label: 'Mill' },
  })
  expect(codes.status).toBe(201)
  for (const page of ['', '/emoji', '/codes', '/room'])
    expect((await svc.fetch(`/studio/tapes/nova.live${page}`, { headers: { cookie: artist } })).status).toBe(200)
  expect((await svc.fetch('/studio/tapes/nova.live', { headers: { cookie: listener } })).status).toBe(404)
})

test('home, search, sitemap and feeds know tapes', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const live = addTape(svc, nova, 'live', { name: 'Millwheel', published: false })
  await addReadyTrack(svc.ctx, live, 'Encore')
  await patch(svc, nova, live, { published: true })
  const found = await svc.call('GET', '/api/cassets/search?q=millwheel')
  expect(found.json).toEqual({
    cassets: [
      { id: live, slug: 'nova.live', name: 'Millwheel', handle: 'nova', displayName: 'Nova', pfp: '/pfp/nova.svg' },
    ],
    nextCursor: null,
  })
  expect(await (await svc.fetch('/')).text()).toContain('href="/@nova/live"')
  expect(await (await svc.fetch('/sitemap/1.xml')).text()).toContain('/@nova/live<')
  expect(await (await svc.fetch('/@nova.live/feed.xml')).text()).toContain('/@nova/live')
})

test('an artist’s new handle is that of all their tapes, and the former one leads to each', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  addTape(svc, nova, 'live')
  svc.ctx.db.$client.run('UPDATE artists SET handle = ? WHERE id = ?', ['stella', nova.artistId])
  svc.ctx.db.$client.run('INSERT INTO former_handles (handle, artist_id, left_at) VALUES (?, ?, 1)', [
    'nova',
    nova.artistId,
  ])
  const led = await svc.fetch('/@nova/live', { redirect: 'manual' })
  expect(led.headers.get('location')).toBe('/@stella/live')
  expect((await svc.fetch('/@nova/live')).status).toBe(200)
})

test('v1 lists the tracks of all public tapes, the newest tape first, and an artist of one tape as before', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const titles = async () => {
    const { json } = await svc.call('GET', '/api/v1/artists/nova/catalog')
    const tracks: { title: string }[] = Reflect.get(Object(json), 'tracks')
    return tracks.map(({ title }) => title)
  }
  const alone = (await svc.call('GET', '/api/v1/artists/nova/catalog')).text
  const hidden = addTape(svc, nova, 'hidden', { privacy: 'unlisted' })
  await addReadyTrack(svc.ctx, hidden, 'Nowhere')
  expect((await svc.call('GET', '/api/v1/artists/nova/catalog')).text).toBe(alone)
  const old = addTape(svc, nova, 'old', { releasedOn: '1999-12-31' })
  await addReadyTrack(svc.ctx, old, 'Attic')
  const next = addTape(svc, nova, 'next', { releasedOn: '2999-01-01' })
  await addReadyTrack(svc.ctx, next, 'Later', { position: 2 })
  await addReadyTrack(svc.ctx, next, 'Sooner', { position: 1 })
  expect(await titles()).toEqual(['Sooner', 'Later', 'Dawn', 'Kettle', 'Attic'])
})

test.each(['2024-02-30', '2024-13-01', '24-01-01', 'soon'])(
  '%p is no day on which a tape came out',
  async (releasedOn) => {
    const svc = await sharedServer()
    const { nova } = await world(svc)
    const { status, json } = await patch(svc, nova, nova.cassetId, { releasedOn, name: 'Other' })
    expect([status, json]).toEqual([400, expect.objectContaining({ field: 'releasedOn' })])
    expect(cassetRow(svc, nova.cassetId)?.name).toBe('First Light')
  },
)
