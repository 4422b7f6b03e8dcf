import { expect, test } from 'bun:test'
import { tracks } from '../../db/schema/casset/track.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { startServer } from '../support/server.ts'
import { shareNames, shareServer } from '../support/shared.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

const sharedServer = shareNames()

const shared = shareServer(world)

const errorCache = 'private, no-store'
const envelope = (code: string, message: string, requestId: string | null, retryable: boolean) => ({
  schema: 'svc.error.v1',
  error: { code, message, requestId, retryable },
})

test('the artist read gives the public identity and not a field more', async () => {
  const { svc } = await shared()
  const answer = await svc.call('GET', '/api/v1/artists/nova')
  expect(answer.json).toEqual({
    schema: 'svc.public-artist.v1',
    artist: { handle: 'nova', displayName: 'Nova', bio: 'Songs recorded before breakfast.', verified: false },
    links: { profile: '/@nova', catalog: '/api/v1/artists/nova/catalog' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(answer.headers.get('content-type')).toBe('application/json')
})

test('links are absolute where BASE_URL is https', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://nova.example' } })
  await world(svc)
  const { json } = await svc.call('GET', '/api/v1/artists/nova')
  expect(json).toHaveProperty('links', {
    profile: 'https://nova.example/@nova',
    catalog: 'https://nova.example/api/v1/artists/nova/catalog',
  })
})

test('the catalog lists ready active tracks by position with title, kind and duration alone', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  await addReadyTrack(svc.ctx, nova.cassetId, 'Draft', { position: 3, active: false })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Waiting', { position: 4, status: 'PROCESSING' })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Endless', { position: 0, durationSec: 90_000 })
  const { json } = await svc.call('GET', '/api/v1/artists/nova/catalog')
  expect(json).toEqual({
    schema: 'svc.public-catalog.v1',
    artist: { handle: 'nova', displayName: 'Nova' },
    tracks: [
      { title: 'Endless', kind: 'ORIGINAL', durationSec: null },
      { title: 'Dawn', kind: 'ORIGINAL', durationSec: 180.5 },
      { title: 'Kettle', kind: 'GENERATION', durationSec: 61 },
    ],
    page: { count: 3 },
  })
})

test('a duration is told from 0 to a day, both of them in it, and is null beyond', async () => {
  await using svc = await startServer()
  const { cassetId } = cast(svc.ctx, 'nova')
  const durations = [0, 0.5, 86_400, 86_400.5, -1, null]
  for (const [at, durationSec] of durations.entries()) {
    await addReadyTrack(svc.ctx, cassetId, `Track ${at}`, { position: at, durationSec })
  }
  const { json } = await svc.call('GET', '/api/v1/artists/nova/catalog')
  const tracks: unknown = Reflect.get(Object(json), 'tracks')
  const told = Array.isArray(tracks) ? tracks.map((track) => Reflect.get(Object(track), 'durationSec')) : []
  expect(told).toEqual([0, 0.5, 86_400, null, null, null])
})

test('an artist with no active tracks has an empty catalog', async () => {
  const svc = await sharedServer()
  cast(svc.ctx, 'quiet')
  const answer = await svc.call('GET', '/api/v1/artists/quiet/catalog')
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      schema: 'svc.public-catalog.v1',
      artist: { handle: 'quiet', displayName: 'Quiet' },
      tracks: [],
      page: { count: 0 },
    },
  ])
})

test('the catalog stops at 500 tracks', async () => {
  const svc = await sharedServer()
  const { cassetId } = cast(svc.ctx, 'prolific')
  const first = await addReadyTrack(svc.ctx, cassetId, 'Track 1')
  svc.ctx.db.transaction((tx) => {
    for (let n = 2; n <= 505; n += 1) {
      const ids = { id: svc.ctx.uuid(), hookId: svc.ctx.uuid() }
      tx.insert(tracks)
        .values({ ...first, ...ids, title: `Track ${n}`, position: n })
        .run()
    }
  })
  const { json } = await svc.call('GET', '/api/v1/artists/prolific/catalog')
  expect(json).toHaveProperty('page', { count: 500 })
  expect(json).toHaveProperty('tracks.499', { title: 'Track 500', kind: 'ORIGINAL', durationSec: 180.5 })
  expect(json).not.toHaveProperty('tracks.500')
})

test('unknown, private, unlisted and unpublished artists are one answer in body and headers', async () => {
  const svc = await sharedServer()
  await world(svc)
  cast(svc.ctx, 'unlisted', { privacy: 'unlisted' })
  const seen = new Set<string>()
  for (const handle of ['nobody', 'hidden', 'draft', 'unlisted']) {
    for (const path of [`/api/v1/artists/${handle}`, `/api/v1/artists/${handle}/catalog`]) {
      const answer = await svc.call('GET', path, { headers: { 'x-request-id': 'same' } })
      answer.headers.delete('date')
      seen.add(JSON.stringify([answer.status, answer.text, [...answer.headers]]))
      expect(answer.json).toEqual(envelope('RESOURCE_UNAVAILABLE', 'The resource is unavailable.', 'same', false))
      expect(answer.headers.get('cache-control')).toBe(errorCache)
      expect(answer.status).toBe(404)
    }
  }
  expect(seen.size).toBe(1)
})

test.each(['ab', 'UPPER', 'a%20b', 'a.b.c', 'x'.repeat(31), 'n%C3%B6va', ''])(
  'the malformed handle "%s" is 400',
  async (handle) => {
    const { svc } = await shared()
    const answer = await svc.call('GET', `/api/v1/artists/${handle}`)
    const id = answer.headers.get('x-request-id')
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual(envelope('INVALID_REQUEST', 'A handle has 3 to 30 of a-z, 0-9, _ and -.', id, false))
  },
)

test('both reads share one bucket of 60 a minute, asked before the handle is looked at', async () => {
  await using svc = await startServer({ clock: 'stands' })
  await world(svc)
  for (let n = 0; n < 30; n += 1) {
    expect((await svc.fetch('/api/v1/artists/nova')).status).toBe(200)
    expect((await svc.fetch('/api/v1/artists/nova/catalog')).status).toBe(200)
  }
  const answer = await svc.call('GET', '/api/v1/artists/!!')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(answer.headers.get('cache-control')).toBe(errorCache)
  expect(answer.json).toEqual(envelope('RATE_LIMITED', 'Too many requests.', answer.headers.get('x-request-id'), true))
  svc.tick(1_000)
  expect((await svc.fetch('/api/v1/artists/nova')).status).toBe(200)
})

test('PUBLIC_API=off fails closed with 503, after the limiter', async () => {
  await using svc = await startServer({ clock: 'stands', env: { PUBLIC_API: 'off' } })
  await world(svc)
  const answer = await svc.call('GET', '/api/v1/artists/nova')
  const id = answer.headers.get('x-request-id')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(answer.json).toEqual(envelope('INTEGRATION_FAILURE', 'The data cannot be served right now.', id, true))
  for (let n = 0; n < 59; n += 1) await svc.fetch('/api/v1/artists/nova')
  expect((await svc.fetch('/api/v1/artists/nova')).status).toBe(429)
})

test('a fault of the limiter or of the database is 503 and tells nothing of its insides', async () => {
  const broken = {
    take: () => {
      throw new Error('limiter memory at 0xdead')
    },
  }
  await using svc = await startServer({ limiter: broken })
  const limited = await svc.call('GET', '/api/v1/artists/nova')
  await using other = await startServer()
  other.ctx.db.$client.run('ALTER TABLE artists RENAME TO gone')
  const unread = await other.call('GET', '/api/v1/artists/nova')
  for (const answer of [limited, unread]) {
    const id = answer.headers.get('x-request-id')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(answer.json).toEqual(envelope('INTEGRATION_FAILURE', 'The data cannot be served right now.', id, true))
  }
})

test.each([
  ['a display name', 'UPDATE artists SET display_name = ?', 160],
  ['a bio', 'UPDATE artists SET bio = ?', 2_000],
  ['a title', 'UPDATE tracks SET title = ?', 240],
])('%s that is longer than v1 promises is not served: 503, and nothing of it', async (_, change, most) => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const ask = () => Promise.all(['', '/catalog'].map((end) => svc.call('GET', `/api/v1/artists/${nova.handle}${end}`)))
  svc.ctx.db.$client.run(change, ['é'.repeat(most)])
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200])
  svc.ctx.db.$client.run(change, ['é'.repeat(most + 1)])
  for (const answer of await ask()) {
    const id = answer.headers.get('x-request-id')
    expect([answer.status, answer.json]).toEqual([
      503,
      envelope('INTEGRATION_FAILURE', 'The data cannot be served right now.', id, true),
    ])
  }
})

test.each(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('v1 does not take %s', async (method) => {
  const { svc } = await shared()
  const answer = await svc.call(method, '/api/v1/artists/nova')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  if (method !== 'HEAD') expect(answer.json).toHaveProperty('error.code', 'INVALID_REQUEST')
})

test.each(['/api/v1/', '/api/v1/nothing', '/api/v1/artists', '/api/v1/artists/nova/tracks'])(
  '%s is an unknown v1 path',
  async (path) => {
    const { svc } = await shared()
    const answer = await svc.call('GET', path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, errorCache])
    expect(answer.json).toHaveProperty('error.code', 'RESOURCE_UNAVAILABLE')
  },
)

test('a valid request id is echoed, any other replaced', async () => {
  const { svc } = await shared()
  for (const id of ['abc', 'A.b_c-9', 'x'.repeat(128)]) {
    const answer = await svc.call('GET', '/api/v1/artists/nobody', { headers: { 'X-Request-ID': id } })
    expect(answer.headers.get('x-request-id')).toBe(id)
    expect(answer.json).toHaveProperty('error.requestId', id)
  }
  for (const id of ['', 'has space', 'x'.repeat(129), 'semi;colon', '<script>']) {
    const answer = await svc.call('GET', '/api/v1/artists/nobody', { headers: { 'x-request-id': id } })
    const made = answer.headers.get('x-request-id') ?? ''
    expect(made).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
    expect(made).not.toBe(id)
    expect(answer.json).toHaveProperty('error.requestId', made)
  }
})

test('a bearer, a cookie and a query change nothing', async () => {
  const { svc, nova } = await shared()
  const plain = await svc.call('GET', '/api/v1/artists/nova')
  const headers = { authorization: 'Bearer x', origin: 'https://evil.example' }
  const dressed = await svc.call('GET', '/api/v1/artists/nova?a=1', { cookie: nova.cookie, headers })
  expect([dressed.status, dressed.text]).toEqual([plain.status, plain.text])
  expect(dressed.headers.get('set-cookie')).toBeNull()
})

test('a prepared answer is dropped as soon as the artist, the casset or a track changes', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, dawn, kettle } = await world(svc)
  const { cookie } = nova
  const artistPath = '/api/v1/artists/nova'
  const catalog = async () => {
    const { status, json } = await svc.call('GET', `${artistPath}/catalog`)
    const list: unknown = Reflect.get(Object(json), 'tracks')
    return status === 200 && Array.isArray(list)
      ? list.map((track) => String(Reflect.get(Object(track), 'title')))
      : status
  }
  const patch = async (id: string, body: object) =>
    expect((await svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body })).status).toBe(200)
  const patchCasset = async (body: object) =>
    expect((await svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, { cookie, body })).status).toBe(200)

  expect(await catalog()).toEqual(['Dawn', 'Kettle'])
  await patch(kettle.id, { title: 'Teapot' })
  expect(await catalog()).toEqual(['Dawn', 'Teapot'])
  await patch(kettle.id, { position: 1 })
  expect(await catalog()).toEqual(['Teapot', 'Dawn'])
  await patch(kettle.id, { active: false })
  expect(await catalog()).toEqual(['Dawn'])
  await patch(kettle.id, { active: true })
  expect(await catalog()).toEqual(['Teapot', 'Dawn'])
  expect((await svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie })).status).toBe(204)
  expect(await catalog()).toEqual(['Teapot'])
  expect((await uploadTrack(svc, nova, await fixture('wav-8.wav'), 'Noon.wav')).status).toBe(201)
  expect(await catalog()).toEqual(['Teapot'])
  await svc.ctx.jobs.idle()
  expect(await catalog()).toEqual(['Teapot', 'SECRET-TITLE'])

  for (const body of [{ displayName: 'Nova B' }, { bio: 'Songs recorded after supper.' }]) {
    expect((await svc.call('GET', artistPath)).status).toBe(200)
    expect((await svc.call('POST', '/api/auth/update-profile', { cookie, body })).status).toBe(200)
    expect((await svc.call('GET', artistPath)).json).toHaveProperty('artist', expect.objectContaining(body))
  }
  expect((await svc.call('GET', `${artistPath}/catalog`)).json).toHaveProperty('artist.displayName', 'Nova B')
  const owner = cast(svc.ctx, 'owner')
  makeOwner(svc.ctx, 'owner@example.com')
  for (const verified of [true, false]) {
    const asked = { cookie: owner.cookie, body: { verified } }
    expect((await svc.call('PATCH', `/api/admin/accounts/${nova.userId}`, asked)).status).toBe(200)
    expect((await svc.call('GET', artistPath)).json).toHaveProperty('artist.verified', verified)
  }
  for (const [hide, show] of [
    [{ privacy: 'private' }, { privacy: 'public' }],
    [{ privacy: 'unlisted' }, { privacy: 'public' }],
    [{ published: false }, { published: true }],
  ]) {
    await patchCasset({ ...hide })
    expect([await catalog(), (await svc.call('GET', artistPath)).status]).toEqual([404, 404])
    await patchCasset({ ...show })
    expect([await catalog(), (await svc.call('GET', artistPath)).status]).toEqual([['Teapot', 'SECRET-TITLE'], 200])
  }
})
