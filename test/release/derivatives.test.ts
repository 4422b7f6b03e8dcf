import { expect, test } from 'bun:test'
import { toldTo } from '../support/account/notification.ts'
import { publish, publishedRelease } from '../support/release/release.ts'
import { agentSecret, startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const bearer = { authorization: `Bearer ${agentSecret}` }
const path = (id: string) => `/api/agents/releases/${id}/derivatives`
const link = (svc: TestServer, id: string, body: object, headers: Record<string, string> = bearer) =>
  svc.call('POST', path(id), { body, headers })

const letAll = (svc: TestServer, { cookie }: Person, id: string, decision = 'ALLOW') =>
  svc.call('PATCH', `/api/internal/releases/${id}/permissions`, {
    cookie,
    body: { scope: 'derivative-registration', decision },
  })

const lineageOf = async (svc: TestServer, id: string) =>
  Object((await svc.call('GET', `/api/agents/releases/${id}/lineage`)).json)

const elsewhere = { url: 'https://remix.example/dusk', title: 'Dusk', creator: 'Ada' }

test('without a secret nobody may link, and only its holder may with one', async () => {
  await using off = await startServer({ env: { AGENT_API_SECRET: '' } })
  const nothing = '0193b5a0-0000-7000-8000-000000000000'
  for (const headers of [{}, bearer, { authorization: 'Bearer ' }]) {
    const { status, json } = await link(off, nothing, {}, headers)
    expect([status, Object(json).code]).toEqual([403, 'FORBIDDEN'])
  }
  const svc = await sharedServer()
  for (const authorization of ['', 'Bearer', `Basic ${agentSecret}`, `Bearer ${agentSecret}x`, agentSecret]) {
    const { status, json, headers } = await link(svc, nothing, { surprise: 1 }, { authorization })
    expect([authorization, status, Object(json).code]).toEqual([authorization, 401, 'UNAUTHENTICATED'])
    expect(headers.get('www-authenticate')).toBe('Bearer realm="agents"')
  }
  expect((await link(svc, nothing, { surprise: 1 })).status).toBe(400)
  expect((await link(svc, nothing, { relation: 'REMIX', derivative: elsewhere })).status).toBe(404)
})

test('a link is told to both releases, is the same when it comes again, and never a circle', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1 WHERE id = ?', [ada.cassetId])
  const adas = await addReadyTrack(svc.ctx, ada.cassetId, 'Adas')
  const source = await publishedRelease(svc, nova, [dawn.id])
  const remix = await publishedRelease(svc, ada, [adas.id], { title: 'Dawn, again' })
  const third = await publishedRelease(svc, nova, [kettle.id])
  for (const [who, id] of [
    [nova, source],
    [ada, remix],
    [nova, third],
  ] as const)
    await letAll(svc, who, id)
  const body = { relation: 'REMIX', derivative: { releaseId: remix }, agentKey: 'librarian', note: 'PRIVATE' }
  const made = await link(svc, source, body)
  const shown = {
    id: expect.any(String),
    relation: 'REMIX',
    registeredAt: expect.any(String),
    registeredBy: 'librarian',
  }
  const { id } = Object(made.json).link
  expect([made.status, made.json]).toEqual([
    201,
    { link: { ...shown, release: { id: remix, title: 'Dawn, again', handle: 'ada' } } },
  ])
  const again = await link(svc, source, body)
  expect([again.status, again.json]).toEqual([200, made.json])
  expect(await lineageOf(svc, source)).toEqual({
    releaseId: source,
    sources: [],
    derivatives: [Object(made.json).link],
    proof: expect.any(Object),
  })
  expect(await lineageOf(svc, remix)).toEqual({
    releaseId: remix,
    sources: [{ ...shown, id, release: { id: source, title: 'First Light', handle: 'nova' } }],
    derivatives: [],
    proof: expect.any(Object),
  })
  await link(svc, remix, { relation: 'SAMPLE', derivative: { releaseId: third } })
  for (const [from, to] of [
    [source, source],
    [remix, source],
    [third, source],
    [third, remix],
  ] as const) {
    const { status, json } = await link(svc, from, { relation: 'SAMPLE', derivative: { releaseId: to } })
    expect([from, to, status, json]).toEqual([
      from,
      to,
      400,
      expect.objectContaining({ code: 'VALIDATION', field: 'derivative.releaseId' }),
    ])
  }
  for (const each of [source, remix]) {
    const events = await svc.call('GET', `/api/agents/releases/${each}/provenance`)
    expect(Object(events.json).events.at(-1).type).toBe('DERIVATIVE_LINKED')
    expect(events.text).not.toContain('librarian')
    for (const what of ['manifest', 'dna', 'lineage']) {
      expect((await svc.call('GET', `/api/agents/releases/${each}/${what}`)).text).not.toContain('PRIVATE')
    }
  }
  expect((await toldTo(svc, ada))[0]).toBe(
    'A work was linked with “Dawn, again” | A program says that one was made from the other. Keep it or remove it',
  )
  expect(await toldTo(svc, nova)).toHaveLength(2)
  // The next version states the lineage of its day.
  await publish(svc, nova, source)
  const manifest = Object((await svc.call('GET', `/api/agents/releases/${source}/manifest`)).json)
  expect([manifest.canonicalVersion, manifest.manifest.lineage.derivatives]).toEqual([2, [Object(made.json).link]])
  // A release that becomes private or unlisted is named by nobody any more.
  for (const privacy of ['private', 'unlisted']) {
    svc.ctx.db.$client.run('UPDATE cassets SET privacy = ? WHERE id = ?', [privacy, ada.cassetId])
    expect((await lineageOf(svc, source)).derivatives).toEqual([])
    expect(Object((await svc.call('GET', `/api/releases/${source}/dossier`)).json).lineage.derivatives).toBe(0)
  }
})

test('the policy of the source decides, and what is elsewhere needs an https address, a title and a creator', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const good = { relation: 'AI_ASSISTED_DERIVATIVE', derivative: elsewhere }
  const decided: unknown[] = []
  for (const decision of ['CONTACT_OWNER', 'DENY', 'REQUIRE_LICENSE', 'ALLOW']) {
    await letAll(svc, nova, id, decision)
    const { status, json } = await link(svc, id, good)
    decided.push([status, Object(json).code])
  }
  expect(decided).toEqual([
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [402, 'LICENSE_REQUIRED'],
    [201, undefined],
  ])
  const { sources, derivatives } = await lineageOf(svc, id)
  expect([sources, derivatives]).toEqual([
    [],
    [expect.objectContaining({ external: elsewhere, registeredBy: 'agent' })],
  ])
  const draft = await svc.call('POST', '/api/studio/releases', {
    cookie: nova.cookie,
    body: { title: 'Draft', type: 'SINGLE', trackIds: [kettle.id] },
  })
  const draftId = Object(draft.json).release.id
  for (const [status, field, derivative] of [
    [400, 'derivative.url', {}],
    [400, 'derivative.url', { ...elsewhere, url: 'http://remix.example/' }],
    [400, 'derivative.url', { ...elsewhere, url: 'javascript:alert(1)' }],
    [400, 'derivative.url', { ...elsewhere, url: 'https://user:secret@remix.example/' }],
    [400, 'derivative.title', { ...elsewhere, title: ' ' }],
    [400, 'derivative.creator', { url: elsewhere.url, title: 'Dusk' }],
    [400, 'derivative', { ...elsewhere, releaseId: id }],
    [404, undefined, { releaseId: draftId }],
    [404, undefined, { releaseId: 'x' }],
  ] as const) {
    const { status: found, json } = await link(svc, id, { ...good, derivative })
    expect([derivative, found, Object(json).field]).toEqual([derivative, status, field])
  }
  expect((await link(svc, id, { ...good, note: 'x'.repeat(501) })).status).toBe(400)
  expect((await lineageOf(svc, id)).derivatives).toHaveLength(1)
  const { $client: sql } = svc.ctx.db
  for (let n = 1; n < 1_000; n += 1) {
    sql.run(
      `INSERT INTO release_links (id, source_release_id, external_url, external_title, external_creator, relation, registered_at)
       VALUES (?, ?, ?, 'x', 'y', 'REMIX', 1)`,
      [svc.ctx.uuid(), id, `https://remix.example/${n}`],
    )
  }
  const full = await link(svc, id, { ...good, derivative: { ...elsewhere, url: 'https://remix.example/full' } })
  expect([full.status, Object(full.json).code]).toEqual([409, 'BAD_STATE'])
  expect((await lineageOf(svc, id)).derivatives).toHaveLength(100)
  expect(Object((await svc.call('GET', `/api/releases/${id}/dossier`)).json).lineage.derivatives).toBe(1_000)
})
