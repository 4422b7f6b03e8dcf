import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { decide, makeRelease, publish, publishedRelease } from '../support/release/release.ts'
import { hashOf } from '../support/release/verify.ts'
import { agentSecret, startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const reads = ['manifest', 'manifest/1', 'versions', 'dna', 'provenance', 'lineage'] as const
const changing = ['dna', 'provenance', 'lineage'] as const
const pathOf = (id: string, what: string) => `/api/agents/releases/${id}/${what}`
const allPaths = (id: string) => [...reads.map((what) => pathOf(id, what)), `/api/releases/${id}/dossier`]

test('every read has an ETag of its whole answer and is not sent twice', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  for (const path of allPaths(id)) {
    const plain = { 'accept-encoding': 'identity' }
    const { status, headers, text } = await svc.call('GET', path, { headers: plain })
    const etag = `"${new Bun.CryptoHasher('sha256').update(text).digest('hex')}"`
    expect([path, status, headers.get('etag'), headers.get('cache-control')]).toEqual([
      path,
      200,
      etag,
      'public, max-age=60, stale-while-revalidate=300',
    ])
    for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await svc.fetch(path, { headers: { ...plain, 'if-none-match': held } })
      expect([path, held, again.status, await again.text(), again.headers.get('etag')]).toEqual([
        path,
        held,
        304,
        '',
        etag,
      ])
    }
    expect((await svc.fetch(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    const head = await svc.fetch(path, { method: 'HEAD', headers: plain })
    expect([path, head.status, head.headers.get('etag')]).toEqual([path, 200, etag])
  }
})

test('the raw manifest is the very bytes that were signed, with their digest', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { json } = await svc.call('GET', pathOf(id, 'manifest'))
  const { headers, text, json: manifest } = await svc.call('GET', `${pathOf(id, 'manifest')}?format=raw`)
  const { canonicalHash } = Object(json)
  expect(new Bun.CryptoHasher('sha256').update(text).digest('hex')).toBe(canonicalHash)
  expect(hashOf(manifest)).toBe(canonicalHash)
  expect(headers.get('etag')).toBe(`"${canonicalHash}"`)
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('repr-digest')).toBe(`sha-256=:${Buffer.from(canonicalHash, 'hex').toString('base64')}:`)
  expect((await svc.call('GET', `${pathOf(id, 'manifest')}?format=xml`)).status).toBe(400)
  expect((await svc.call('GET', `${pathOf(id, 'manifest')}?surprise=1`)).status).toBe(400)
})

test('a draft, an unknown release, and one whose casset is private or not published are the same 404, to its artist too', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const draft = await makeRelease(svc, nova, [kettle.id])
  const id = await publishedRelease(svc, nova, [dawn.id])
  const unknown = '0193b5a0-0000-7000-8000-000000000000'
  const told = async (path: string, cookie?: string) => {
    const { status, headers, json } = await svc.call('GET', path, { headers: { 'x-request-id': 'same' }, cookie })
    return { status, json, headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')) }
  }
  const absent = await told(pathOf(unknown, 'manifest'))
  expect(absent).toEqual({
    status: 404,
    json: { error: 'There is no such release.', code: 'NOT_FOUND' },
    headers: expect.objectContaining({ 'cache-control': 'no-store' }),
  })
  const hide = (set: string) => svc.ctx.db.$client.run(`UPDATE cassets SET ${set} WHERE id = ?`, [nova.cassetId])
  for (const path of [...allPaths(draft), ...allPaths('x')])
    expect([path, await told(path, nova.cookie)]).toEqual([path, absent])
  for (const set of ["privacy = 'private'", "privacy = 'public', published = 0"]) {
    hide(set)
    for (const path of allPaths(id)) expect([set, path, await told(path, nova.cookie)]).toEqual([set, path, absent])
    expect(Object((await svc.call('GET', '/api/casset/nova/media', nova)).json).provenance).toBeNull()
  }
  hide("published = 1, privacy = 'unlisted'")
  for (const path of allPaths(id)) expect([path, (await told(path)).status]).toEqual([path, 200])
  // The log never forgets, so the release keeps its place there.
  expect((await svc.fetch('/log/checkpoint')).status).toBe(200)
})

test('the DNA says what is signed and what is permitted now', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const rightsScopes = [{ right: 'sound-recording', territory: 'WORLD', holder: 'Nova' }]
  const id = await publishedRelease(svc, nova, [dawn.id], { rightsScopes })
  const change = (body: object) =>
    svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie: nova.cookie, body })
  const price = { amount: 500, currency: 'usd' }
  const remix = {
    scope: 'remix',
    decision: 'REQUIRE_LICENSE',
    price,
    terms: 'Say my name.',
    contact: 'nova@example.com',
  }
  expect((await change(remix)).json).toEqual({ policy: { ...remix, updatedAt: expect.any(String) } })
  await change({ scope: 'download', decision: 'ALLOW' })
  const { json, text } = await svc.call('GET', pathOf(id, 'dna'))
  const policies = new Map(Object(json).permissionPolicies.map((each: { scope: string }) => [each.scope, each]))
  expect(policies.size).toBe(14)
  expect(policies.get('remix')).toEqual({
    scope: 'remix',
    decision: 'REQUIRE_LICENSE',
    pricingState: 'PRICED',
    updatedAt: expect.any(String),
  })
  expect(policies.get('ai-training')).toEqual(
    expect.objectContaining({ decision: 'DENY', pricingState: 'UNAVAILABLE' }),
  )
  expect(json).toEqual({
    releaseId: id,
    manifestStatus: 'READY',
    canonicalVersion: 1,
    canonicalHash: expect.any(String),
    contributors: [],
    rightsScopes,
    agentAccessPolicies: [
      { resource: 'download', scope: 'download', decision: 'ALLOW' },
      { resource: 'stems', scope: 'stems', decision: 'CONTACT_OWNER' },
    ],
    permissionPolicies: expect.any(Array),
    anchors: [expect.objectContaining({ status: 'ANCHORED' })],
    lineage: { sources: [], derivatives: [] },
    proof: expect.any(Object),
  })
  expect(text).not.toContain('nova@example.com')
  for (const [field, body] of [
    ['scope', { scope: 'everything', decision: 'ALLOW' }],
    ['decision', { scope: 'remix', decision: 'MAYBE' }],
    ['price.amount', { scope: 'remix', decision: 'REQUIRE_LICENSE', price: { amount: 1, currency: 'usd' } }],
    ['price.currency', { scope: 'remix', decision: 'REQUIRE_LICENSE', price: { amount: 500, currency: 'zzz' } }],
    ['terms', { scope: 'remix', decision: 'ALLOW', terms: 'x'.repeat(2_001) }],
    ['contact', { scope: 'remix', decision: 'ALLOW', contact: 'javascript:alert(1)' }],
    ['contact', { scope: 'remix', decision: 'ALLOW', contact: 'http://nova.example' }],
    ['contact', { scope: 'remix', decision: 'ALLOW', contact: 'ask me' }],
  ] as const) {
    expect((await change(body)).json).toEqual(expect.objectContaining({ code: 'VALIDATION', field }))
  }
})

test('the events are a chain, oldest first, in pages; a change that changes nothing is no event', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  for (const decision of ['ALLOW', 'ALLOW', 'DENY']) {
    const body = { scope: 'remix', decision }
    await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie: nova.cookie, body })
  }
  const events: { type: string; eventHash: string; previousEventHash: string | null }[] = []
  let cursor: string | null = ''
  let head = ''
  while (cursor !== null) {
    const page = await svc.call('GET', `${pathOf(id, 'provenance')}?limit=2${cursor && `&cursor=${cursor}`}`)
    events.push(...Object(page.json).events)
    cursor = Object(page.json).nextCursor
    head = Object(page.json).head
  }
  expect(events.map(({ type }) => type)).toEqual([
    'RELEASE_CREATED',
    'VERSION_PUBLISHED',
    'MANIFEST_SIGNED',
    'ANCHORED',
    'PERMISSION_CHANGED',
    'PERMISSION_CHANGED',
  ])
  let previous: string | null = null
  for (const { eventHash, ...event } of events) {
    expect([hashOf(event), event.previousEventHash]).toEqual([eventHash, previous])
    previous = eventHash
  }
  expect(head).toBe(previous ?? '')
  expect(events.at(-1)).toEqual(
    expect.objectContaining({
      actor: { kind: 'artist', handle: 'nova' },
      payload: expect.objectContaining({ scope: 'remix', previousDecision: 'ALLOW', decision: 'DENY' }),
    }),
  )
  for (const wrong of ['6', '999', '0', 'x', '-1', nova.artistId]) {
    const { json } = await svc.call('GET', `${pathOf(id, 'provenance')}?cursor=${wrong}`)
    expect([wrong, json]).toEqual([wrong, expect.objectContaining({ code: 'VALIDATION', field: 'cursor' })])
  }
  const { $client: sql } = svc.ctx.db
  expect(() => sql.run("UPDATE release_events SET event = '{}'")).toThrow('append-only')
  expect(() => sql.run('DELETE FROM release_events')).toThrow('append-only')
  const forge = "INSERT INTO release_events VALUES (?, 7, '{\"previousEventHash\":null}', 'x', 99)"
  expect(() => sql.run(forge, [id])).toThrow('continues the chain')
})

test('the dossier says in few words what is public; nothing private is in any public answer', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const { cookie } = nova
  const say = (id: string, aiDisclosure: object) =>
    svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body: { aiDisclosure } })
  await say(dawn.id, { vocals: 'NONE', lyrics: 'NONE', composition: 'NONE' })
  await say(kettle.id, { vocals: 'NONE', lyrics: 'GENERATED' })
  const id = await makeRelease(svc, nova, [dawn.id, kettle.id])
  await svc.call('POST', `/api/internal/releases/${id}/publish`, { cookie, body: { notes: 'PRIVATE notes' } })
  await svc.ctx.jobs.idle()
  await svc.call('PATCH', `/api/studio/releases/${id}`, {
    cookie,
    body: { title: 'PRIVATE draft', label: 'PRIVATE label' },
  })
  const terms = { scope: 'sync', decision: 'CONTACT_OWNER', terms: 'PRIVATE terms', contact: 'PRIVATE@example.org' }
  await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie, body: terms })
  const { json } = await svc.call('GET', `/api/releases/${id}/dossier`)
  expect(json).toEqual({
    release: expect.objectContaining({ id, title: 'First Light' }),
    artist: { handle: 'nova', displayName: 'Nova' },
    canonicalVersion: 1,
    canonicalHash: expect.any(String),
    signedBy: expect.stringContaining('#z6Mk'),
    anchorStatus: 'ANCHORED',
    aiDisclosure: {
      vocals: 'NONE',
      instrumentation: null,
      composition: null,
      lyrics: 'GENERATED',
      postProduction: null,
    },
    permissions: expect.arrayContaining([{ scope: 'sync', decision: 'CONTACT_OWNER' }]),
    eventCount: 5,
    lineage: { sources: 0, derivatives: 0 },
    proof: expect.any(Object),
  })
  for (const path of allPaths(id)) {
    for (const as of [undefined, cookie]) {
      const { text } = await svc.call('GET', path, { cookie: as })
      const found = ['PRIVATE', 'fileName', 'Dawn.mp3', 'file', 'sales', 'email', 'userId', nova.userId, nova.artistId]
      expect([path, found.filter((each) => text.includes(each))]).toEqual([path, []])
    }
  }
  const owner = await svc.call('GET', `/api/internal/releases/${id}/dna`, { cookie })
  expect(owner.text).toContain('PRIVATE terms')
  await publish(svc, nova, id)
  expect((await svc.call('GET', `/api/releases/${id}/dossier`)).text).toContain('PRIVATE draft')
})

test('an answer read again is the same to the last header, until anything is written, and counts for the limit', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const read = async (what: 'manifest' | (typeof changing)[number], headers: Record<string, string> = {}) => {
    const answer = await svc.call('GET', pathOf(id, what), { headers })
    const { date: _, 'x-request-id': __, ratelimit: ___, ...rest } = Object.fromEntries(answer.headers)
    return { status: answer.status, rest, text: answer.text }
  }
  const first = await read('manifest')
  expect(await read('manifest')).toEqual(first)
  const ids = ['a', 'b'].map(async (given) => {
    const { headers } = await svc.call('GET', pathOf(id, 'manifest'), { headers: { 'x-request-id': given } })
    return headers.get('x-request-id')
  })
  expect(await Promise.all(ids)).toEqual(['a', 'b'])
  expect((await read('manifest', { host: 'elsewhere.example' })).status).toBe(421)
  const check = async () =>
    Object((await svc.call('POST', pathOf(id, 'permission-check'), { body: { scope: 'remix' } })).json).decision
  const all = () => Promise.all([check(), ...changing.map(async (what) => (await read(what)).text)])
  const before = await all()
  expect((await all()).slice(1)).toEqual(before.slice(1))
  for (const scope of ['remix', 'derivative-registration']) await decide(svc, nova, id, { scope, decision: 'ALLOW' })
  const derivative = { url: 'https://example.org/a-remix', title: 'A remix', creator: 'ada' }
  const sent = { body: { relation: 'REMIX', derivative }, headers: { authorization: `Bearer ${agentSecret}` } }
  expect((await svc.call('POST', pathOf(id, 'derivatives'), sent)).status).toBe(201)
  const after = await all()
  expect(after.map((text, at) => text === before[at])).toEqual([false, false, false, false])
  const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await read('manifest')).status))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  svc.tick(60_000)
  const set = { privacy: 'private' } as const
  svc.ctx.db.update(cassets).set(set).where(eq(cassets.id, nova.cassetId)).run()
  expect((await read('manifest')).status).toBe(404)
})
