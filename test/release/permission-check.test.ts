import { expect, test } from 'bun:test'
import { publish, publishedRelease } from '../support/release/release.ts'
import { isSigned } from '../support/release/verify.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const path = (id: string) => `/api/agents/releases/${id}/permission-check`

test('a decision is a signed receipt that is valid for a quarter of an hour, and nothing is stored', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { canonicalHash, releaseVersionId } = Object(
    (await svc.call('GET', `/api/agents/releases/${id}/manifest`)).json,
  )
  const before = svc.ctx.db.$client.query('SELECT total_changes() AS n').get()
  const body = { scope: 'remix', agentKey: 'librarian', intendedUse: 'a mixtape' }
  const { status, json, headers } = await svc.call('POST', path(id), { body })
  const { proof, ...receipt } = Object(json)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(receipt).toEqual({
    decisionId: expect.any(String),
    releaseId: id,
    releaseVersionId,
    scope: 'remix',
    decision: 'CONTACT_OWNER',
    reason: 'The artist wants to be asked first.',
    commercial: false,
    policyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    manifestHash: canonicalHash,
    agentKey: 'librarian',
    agent: null,
    issuedAt: expect.any(String),
    expiresAt: expect.any(String),
    next: { kind: 'contact', url: `${svc.ctx.site.origin}/@nova/releases/${id}#ask` },
  })
  expect(Date.parse(receipt.expiresAt) - Date.parse(receipt.issuedAt)).toBe(900_000)
  expect(await isSigned(receipt, proof)).toBe(true)
  // Nothing is signed that reads as something else, or as nothing.
  for (const [agentKey, said] of [
    ['', null],
    [' \u2060 ', null],
    ['lib\0rarian\u202Egpj', 'lib rarian gpj'],
  ] as const) {
    const answer = await svc.call('POST', path(id), { body: { ...body, agentKey } })
    expect(Object(answer.json).agentKey).toBe(said)
  }
  expect(await isSigned({ ...receipt, decision: 'ALLOW' }, proof)).toBe(false)
  expect(svc.ctx.db.$client.query('SELECT total_changes() AS n').get()).toEqual(before)
})

test('a commercial use takes the stricter of two policies, for every pair of them', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const decisions = ['ALLOW', 'REQUIRE_LICENSE', 'CONTACT_OWNER', 'DENY']
  const decide = (scope: string, decision: string) =>
    svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie: nova.cookie, body: { scope, decision } })
  const hashes = new Set<string>()
  for (const [a, own] of decisions.entries()) {
    await decide('remix', own)
    for (const [b, commercial] of decisions.entries()) {
      await decide('commercial-use', commercial)
      const asked = await svc.call('POST', path(id), { body: { scope: 'remix', commercial: true } })
      expect([own, commercial, Object(asked.json).decision]).toEqual([own, commercial, decisions[Math.max(a, b)]])
      hashes.add(Object(asked.json).policyHash)
      const plain = await svc.call('POST', path(id), { body: { scope: 'remix' } })
      expect(Object(plain.json).decision).toBe(own)
    }
  }
  expect(hashes.size).toBe(16)
})

test('an unknown scope names those there are; a version of another release is not found', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const other = await publishedRelease(svc, nova, [kettle.id])
  const versionOf = async (of: string) =>
    Object((await svc.call('GET', `/api/agents/releases/${of}/manifest`)).json).releaseVersionId
  const first = await versionOf(id)
  const ask = (body: object, at = id) => svc.call('POST', path(at), { body })
  const { status, json } = await ask({ scope: 'everything' })
  expect([status, json]).toEqual([
    400,
    expect.objectContaining({
      code: 'VALIDATION',
      field: 'scope',
      hint: expect.stringContaining('search-index, ai-input'),
    }),
  ])
  expect((await ask({ scope: 'everything' }, nova.artistId)).status).toBe(400)
  expect((await ask({ scope: 'remix' }, nova.artistId)).status).toBe(404)
  for (const releaseVersionId of [await versionOf(other), 'x', nova.artistId]) {
    expect((await ask({ scope: 'remix', releaseVersionId })).status).toBe(404)
  }
  await svc.call('PATCH', `/api/studio/releases/${id}`, { cookie: nova.cookie, body: { title: 'Second Light' } })
  await publish(svc, nova, id)
  const old = Object((await ask({ scope: 'remix', releaseVersionId: first })).json)
  expect([
    old.releaseVersionId,
    old.manifestHash === Object((await ask({ scope: 'remix' })).json).manifestHash,
  ]).toEqual([first, false])
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  expect((await ask({ scope: 'remix' })).status).toBe(404)
})
