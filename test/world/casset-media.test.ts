import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { addPicture, patchCasset } from '../support/casset/casset.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, masterBytes, world } from '../support/world.ts'

const sharedServer = shareNames()
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const handlesOf = ({ json }: Answer): string[] => {
  const list: unknown = Reflect.get(Object(json), 'cassets')
  return Array.isArray(list) ? list.map((entry) => String(Reflect.get(Object(entry), 'handle'))) : []
}

test('recent lists public cassets by the time of publishing, newest first', async () => {
  await using svc = await startServer()
  const now = svc.ctx.now()
  const second = cast(svc.ctx, 'second', { publishedAt: now - 2_000, createdAt: now })
  cast(svc.ctx, 'third', { publishedAt: now - 3_000, createdAt: now + 5 })
  cast(svc.ctx, 'first', { publishedAt: now - 1_000, displayName: 'First 🌅' })
  for (const [handle, hidden] of [
    ['unlisted', { privacy: 'unlisted' }],
    ['private', { privacy: 'private' }],
    ['draft', { published: false }],
  ] as const) {
    cast(svc.ctx, handle, hidden)
  }
  const answer = await svc.call('GET', '/api/cassets/recent')
  expect(answer.json).toEqual({
    cassets: [
      { id: expect.any(String), handle: 'first', displayName: 'First 🌅', pfp: '/pfp/first.svg' },
      { id: second.cassetId, handle: 'second', displayName: 'Second', pfp: '/pfp/second.svg' },
      { id: expect.any(String), handle: 'third', displayName: 'Third', pfp: '/pfp/third.svg' },
    ],
  })
  expect((await svc.call('GET', '/api/cassets/recent', { cookie: second.cookie })).json).toEqual(answer.json)
})

test('recent gives 12, or as many as asked from 1 to 25', async () => {
  const svc = await sharedServer()
  for (let n = 0; n < 27; n += 1) cast(svc.ctx, `artist-${n}`, { publishedAt: svc.ctx.now() + n })
  const counts: Record<string, number> = {}
  for (const query of [
    '',
    '?limit=1',
    '?limit=25',
    '?limit=26',
    '?limit=0',
    '?limit=-3',
    `?limit=${'9'.repeat(400)}`,
  ]) {
    counts[query.slice(0, 12)] = handlesOf(await svc.call('GET', `/api/cassets/recent${query}`)).length
  }
  expect(counts).toEqual({
    '': 12,
    '?limit=1': 1,
    '?limit=25': 25,
    '?limit=26': 25,
    '?limit=0': 1,
    '?limit=-3': 1,
    '?limit=99999': 25,
  })
  expect(handlesOf(await svc.call('GET', '/api/cassets/recent?limit=2'))).toEqual(['artist-26', 'artist-25'])
})

test('recent refuses a limit that is no whole number', async () => {
  const svc = await sharedServer()
  for (const limit of ['', '1.5', 'ten', '1e1', '0x5', ' 5', '٣', 'NaN', 'Infinity']) {
    const answer = await svc.call('GET', `/api/cassets/recent?limit=${encodeURIComponent(limit)}`)
    const refusal = { error: '"limit" must be a whole number.', code: 'VALIDATION', field: 'limit' }
    expect([limit, answer.status, answer.json]).toEqual([limit, 400, refusal])
  }
})

test('an uploaded picture stands in recent and media, with the site before it where BASE_URL is https', async () => {
  await using plain = await startServer()
  await using https = await startServer({ env: { BASE_URL: 'https://nova.example' } })
  for (const [svc, origin] of [
    [plain, ''],
    [https, 'https://nova.example'],
  ] as const) {
    const nova = cast(svc.ctx, 'nova')
    expect((await svc.call('GET', '/api/cassets/recent')).json).toHaveProperty(
      'cassets.0.pfp',
      `${origin}/pfp/nova.svg`,
    )
    const { id } = addPicture(svc, nova)
    const body = { pfpAssetId: id }
    expect((await svc.call('POST', '/api/auth/update-profile', { cookie: nova.cookie, body })).status).toBe(200)
    const url = `${origin}/api/assets/${id}/128.webp`
    expect((await svc.call('GET', '/api/cassets/recent')).json).toHaveProperty('cassets.0.pfp', url)
    expect((await svc.call('GET', '/api/casset/nova/media')).json).toHaveProperty('artist.pfp', url)
  }
})

test('the drawn picture is there for every handle and runs nothing', async () => {
  const svc = await sharedServer()
  const answer = await svc.call('GET', '/pfp/nova.svg')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

/** Media of nova's casset as a stranger has it. */
const strangerMedia = ({ ctx }: TestServer, { nova, dawn, kettle }: Awaited<ReturnType<typeof world>>) => {
  const track = (row: typeof dawn, more: object) => ({
    id: row.id,
    title: row.title,
    kind: row.kind,
    durationSec: row.durationSec,
    position: row.position,
    hook: { id: row.hookId, startSec: 35, durationSec: 29.95, likes: 0, liked: false },
    waveform: `/api/audio/waveform/${row.id}`,
    stream: `/api/audio/${row.id}`,
    lyrics: null,
    ...more,
  })
  const casset = ctx.db.select().from(cassets).where(eq(cassets.id, nova.cassetId)).get()
  return {
    casset: {
      id: nova.cassetId,
      slug: 'nova',
      name: 'First Light',
      price: { amount: 700, currency: 'usd' },
      published: true,
      privacy: 'public',
      publishedAt: iso(casset?.publishedAt ?? null),
    },
    artist: {
      handle: 'nova',
      displayName: 'Nova',
      bio: 'Songs recorded before breakfast.',
      verified: false,
      pfp: '/pfp/nova.svg',
      location: null,
      pronouns: null,
    },
    tracks: [track(dawn, { kind: 'ORIGINAL' }), track(kettle, { kind: 'GENERATION' })],
    cover: null,
    socials: [],
    theme: { tokens: {}, cassetBackgroundSource: 'none', backgroundUrl: null, footerTheme: 'auto' },
    texture: { profilePatternId: 'none' },
    emojis: [],
    provenance: null,
    profileFlags: { ai: false, noAi: false },
    viewer: { entitled: false, owner: false, following: false },
    room: { listeners: 0 },
    tapes: [],
  }
}

test('strangers and listeners get the whole public payload and no key of the owner', async () => {
  const svc = await sharedServer()
  const stage = await world(svc)
  const { nova, ada } = stage
  await addReadyTrack(svc.ctx, nova.cassetId, 'Inactive', { position: 3, active: false })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Waiting', { position: 4, status: 'PROCESSING' })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Broken', { position: 5, status: 'FAILED', problem: 'It is damaged.' })
  const forged = `${nova.cookie.slice(0, -3)}xyz`
  for (const cookie of [undefined, ada.cookie, 'svc_session=', 'svc_session=nonsense', forged]) {
    const answer = await svc.call('GET', '/api/casset/nova/media', { cookie })
    expect(answer.json).toEqual(strangerMedia(svc, stage))
    expect(answer.headers.get('cache-control')).toBe(cookie === ada.cookie ? 'no-store' : 'private, no-cache')
    for (const hidden of [
      '"file"',
      '"sales"',
      'sha256',
      'Inactive',
      'Waiting',
      'Broken',
      'loudness',
      'isrc',
      'iswc',
      'mbid',
      'active',
    ]) {
      expect(answer.text).not.toContain(hidden)
    }
  }
})

test('the owner also gets files, drafts, inactive tracks and sales', async () => {
  const svc = await sharedServer()
  const stage = await world(svc)
  const { nova, dawn, kettle } = stage
  const failed = { position: 3, status: 'FAILED', problem: 'This file is damaged.', active: false } as const
  const broken = await addReadyTrack(svc.ctx, nova.cassetId, 'Broken', failed)
  const shared = strangerMedia(svc, stage)
  const owned = (row: typeof dawn) => ({
    active: row.active,
    isrc: null,
    iswc: null,
    mbid: null,
    aiDisclosure: {},
    waveformApproximate: false,
    stemsAssetId: null,
    ownPrice: null,
    loudnessLufs: -14.2,
    file: {
      name: `${row.title}.mp3`,
      format: 'mp3',
      bytes: masterBytes(row.title).length,
      lightBytes: null,
      sha256: row.sha256,
      status: row.status,
      problem: row.problem,
      tags: { lyrics: false, cover: false },
    },
  })
  const [dawnShown, kettleShown] = shared.tracks
  const answer = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(answer.json).toEqual({
    ...shared,
    casset: { ...shared.casset, sales: { count: 0, amount: { amount: 0, currency: 'usd' } } },
    tracks: [
      { ...dawnShown, ...owned(dawn) },
      { ...kettleShown, ...owned(kettle) },
      {
        ...dawnShown,
        id: broken.id,
        title: 'Broken',
        position: 3,
        hook: { ...dawnShown?.hook, id: broken.hookId },
        waveform: `/api/audio/waveform/${broken.id}`,
        stream: `/api/audio/${broken.id}`,
        ...owned(broken),
      },
    ],
    viewer: { entitled: true, owner: true, following: false },
  })
})

test('drafts and private cassets are there for their owner alone, unlisted ones for whoever has the link', async () => {
  const svc = await sharedServer()
  const { ada, draft, hidden } = await world(svc)
  const loose = cast(svc.ctx, 'loose', { privacy: 'unlisted' })
  const seen: Record<string, number[]> = {}
  for (const owner of [draft, hidden, loose]) {
    const statuses: number[] = []
    for (const cookie of [undefined, ada.cookie, owner.cookie]) {
      statuses.push((await svc.call('GET', `/api/casset/${owner.handle}/media`, { cookie })).status)
    }
    seen[owner.handle] = statuses
  }
  expect(seen).toEqual({ draft: [404, 404, 200], hidden: [404, 404, 200], loose: [200, 200, 200] })
})

test('a slug that nobody has, however it is written, is not found in the same words as a hidden one', async () => {
  const svc = await sharedServer()
  await world(svc)
  const refusal = [404, { error: 'There is no such casset.', code: 'NOT_FOUND' }]
  const slugs = ['nobody', 'Nova', 'ab', '%00', 'nova%20', 'nova%2Fmedia', '%F0%9F%92%BF', "'%20OR%201=1--"]
  for (const slug of ['hidden', 'draft', ...slugs]) {
    const answer = await svc.call('GET', `/api/casset/${slug}/media`)
    expect([slug, answer.status, answer.json]).toEqual([slug, ...refusal])
  }
})

test('a hidden casset and one that never was are one answer, headers too', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  const seen = new Set<string>()
  for (const slug of ['nobody', 'hidden', 'draft']) {
    const headers = { 'x-request-id': 'same' }
    const answer = await svc.call('GET', `/api/casset/${slug}/media`, { cookie: ada.cookie, headers })
    answer.headers.delete('date')
    seen.add(JSON.stringify([answer.status, answer.text, [...answer.headers]]))
  }
  expect(seen.size).toBe(1)
})

test('a track that a casset withdraws is gone from every public place at once', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const look = async () => [
    (await svc.call('GET', '/api/casset/nova/media')).status,
    handlesOf(await svc.call('GET', '/api/cassets/recent')),
    (await svc.call('GET', '/api/v1/artists/nova')).status,
    (await svc.call('GET', `/api/audio/${dawn.id}`)).status,
  ]
  expect(await look()).toEqual([200, ['nova'], 200, 200])
  await patchCasset(svc, nova, { privacy: 'unlisted' })
  expect(await look()).toEqual([200, [], 404, 200])
  await patchCasset(svc, nova, { privacy: 'private' })
  expect(await look()).toEqual([404, [], 404, 404])
  await patchCasset(svc, nova, { privacy: 'public', published: false })
  expect(await look()).toEqual([404, [], 404, 404])
  await patchCasset(svc, nova, { published: true })
  expect(await look()).toEqual([200, ['nova'], 200, 200])
})
