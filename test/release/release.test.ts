import { expect, test } from 'bun:test'
import { makeRelease } from '../support/release/release.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, world } from '../support/world.ts'

const sharedServer = shareNames()

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('a release groups tracks; what was not said of it is null', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const body = { title: ' First  Light ', type: 'EP', trackIds: [kettle.id, dawn.id] }
  const { status, json } = await svc.call('POST', '/api/studio/releases', { cookie: nova.cookie, body })
  const release = {
    id: expect.any(String),
    cassetId: nova.cassetId,
    state: 'DRAFT',
    title: 'First Light',
    type: 'EP',
    trackIds: [kettle.id, dawn.id],
    upc: null,
    mbid: null,
    releaseDate: null,
    label: null,
    contributors: [],
    rightsScopes: [],
    canonicalVersion: null,
    manifestStatus: null,
    problem: null,
    createdAt: anyTime,
    updatedAt: anyTime,
  }
  expect([status, json]).toEqual([201, { release }])
  const list = await svc.call('GET', '/api/studio/releases', { cookie: nova.cookie })
  expect(list.json).toEqual({ releases: [release], nextCursor: null })
  const policies = svc.ctx.db.$client.query('SELECT count(*) AS count FROM release_policies').get()
  expect(policies).toEqual({ count: 14 })
})

test('its fields are changed one by one; identifiers are kept in one form', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  const id = await makeRelease(svc, nova, [dawn.id, kettle.id], { upc: '4006381333931', label: 'Kitchen Tapes' })
  const body = {
    trackIds: [dawn.id],
    contributors: [
      { name: 'Nova', role: 'performer', share: 7_500, handle: 'nova', isni: '0000 0001 2150 090X' },
      { name: 'Ada', role: 'producer', share: 2_500, handle: ada.handle },
      { name: 'A neighbour', role: 'kettle' },
    ],
    rightsScopes: [{ right: 'sound-recording', territory: 'WORLD', holder: 'Nova' }],
    releaseDate: '2026-02-28',
    label: null,
    mbid: 'b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d',
  }
  const path = `/api/studio/releases/${id}`
  const { status, json } = await svc.call('PATCH', path, { cookie: nova.cookie, body })
  expect([status, json]).toEqual([
    200,
    {
      release: expect.objectContaining({
        title: 'First Light',
        trackIds: [dawn.id],
        upc: '4006381333931',
        label: null,
        releaseDate: '2026-02-28',
        mbid: body.mbid,
        rightsScopes: body.rightsScopes,
        contributors: [
          { name: 'Nova', role: 'performer', share: 7_500, handle: 'nova', isni: '000000012150090X' },
          { name: 'Ada', role: 'producer', share: 2_500, handle: 'ada', isni: null },
          { name: 'A neighbour', role: 'kettle', share: null, handle: null, isni: null },
        ],
      }),
    },
  ])
})

test("a release groups tracks of one artist's casset, and none of a casset that several share", async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await world(svc)
  const { trackId } = await makeCoCasset(svc, nova, 'duo', [ada])
  const refused = [400, expect.objectContaining({ code: 'VALIDATION', field: 'trackIds.0' })]
  const ask = async (method: string, path: string) => {
    const body = method === 'POST' ? { title: 'Ours', type: 'SINGLE', trackIds: [trackId] } : { trackIds: [trackId] }
    const { status, json } = await svc.call(method, path, { cookie: nova.cookie, body })
    return [status, json]
  }
  expect(await ask('POST', '/api/studio/releases')).toEqual(refused)
  expect(await ask('PATCH', `/api/studio/releases/${await makeRelease(svc, nova, [dawn.id])}`)).toEqual(refused)
})

test('values that cannot be are refused by their field, and nothing is written', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn, kettle, secret } = await world(svc)
  const adas = await addReadyTrack(svc.ctx, ada.cassetId, 'Adas')
  const good = { title: 'First Light', type: 'EP', trackIds: [dawn.id] }
  const person = { name: 'Nova', role: 'performer' }
  const bad: [string, object][] = [
    ['title', { title: '\u200b \u0007' }],
    ['title', { title: '💿'.repeat(241) }],
    ['type', { type: 'LP' }],
    ['trackIds', { trackIds: [] }],
    ['trackIds', { trackIds: Array.from({ length: 101 }, () => dawn.id) }],
    ['trackIds.1', { trackIds: [dawn.id, secret.id] }],
    ['trackIds.0', { trackIds: [adas.id] }],
    ['trackIds.2', { trackIds: [dawn.id, kettle.id, dawn.id] }],
    ['trackIds.0', { trackIds: ['x'] }],
    ['upc', { upc: '4006381333932' }],
    ['mbid', { mbid: 'x' }],
    ['releaseDate', { releaseDate: '2026-02-30' }],
    ['contributors', { contributors: [6_000, 6_000].map((share) => ({ ...person, share })) }],
    ['contributors.0.share', { contributors: [{ ...person, share: 0.5 }] }],
    ['contributors.0.isni', { contributors: [{ ...person, isni: '0000 0001 2150 0901' }] }],
    ['contributors.0.handle', { contributors: [{ ...person, handle: 'nobody' }] }],
    ['contributors.0.email', { contributors: [{ ...person, email: 'nova@example.com' }] }],
    ['rightsScopes.0.holder', { rightsScopes: [{ right: 'sync', territory: 'WORLD', holder: ' ' }] }],
  ]
  for (const [field, change] of bad) {
    const { status, json } = await svc.call('POST', '/api/studio/releases', {
      cookie: nova.cookie,
      body: { ...good, ...change },
    })
    expect([change, status, json]).toEqual([change, 400, expect.objectContaining({ code: 'VALIDATION', field })])
  }
  const rows = svc.ctx.db.$client.query(
    'SELECT (SELECT count(*) FROM releases) + (SELECT count(*) FROM release_events) AS n',
  )
  expect(rows.get()).toEqual({ n: 0 })
})

test('the identifiers of a track are checked; none is made up', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const path = `/api/studio/tracks/${dawn.id}`
  const change = (body: object) => svc.call('PATCH', path, { cookie: nova.cookie, body })
  const mbid = '5b11f4ce-a62d-471e-81fc-a69a8278c7da'
  const { json } = await change({ isrc: 'USRC17607839', iswc: 'T-034.524.680-1', mbid })
  expect(json).toEqual({ track: expect.objectContaining({ isrc: 'USRC17607839', iswc: 'T0345246801', mbid }) })
  for (const [field, value] of [
    ['isrc', 'US-RC1-76-07839'],
    ['iswc', 'T-034.524.680-2'],
    ['mbid', 'x'],
  ] as const) {
    expect((await change({ [field]: value })).json).toEqual(expect.objectContaining({ code: 'VALIDATION', field }))
  }
  expect((await change({ isrc: null, iswc: null, mbid: null })).json).toEqual({
    track: expect.objectContaining({ isrc: null, iswc: null, mbid: null }),
  })
})
