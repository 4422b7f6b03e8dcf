import { expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { viewerOfSession } from '../../src/account/session/viewer.ts'
import { sweepBlobsJob } from '../../src/platform/blob/sweep-blobs.ts'
import { signedIn } from '../../src/platform/http/session/signed-in.ts'
import { publishRelease } from '../../src/release/owner/publish-release.ts'
import { makeRelease, publish, publishedRelease } from '../support/release/release.ts'
import { hashOf, isSigned } from '../support/release/verify.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const anyHash = expect.stringMatching(/^[0-9a-f]{64}$/)

const read = async (svc: TestServer, id: string, what = 'manifest') => {
  const { status, json } = await svc.call('GET', `/api/agents/releases/${id}/${what}`)
  return { status, body: Object(json) }
}

const askToPublish = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('POST', `/api/internal/releases/${id}/publish`, { cookie, body: {} })

test('a version is queued, signed and in the log; its manifest says everything that was said, and null for the rest', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  await svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, {
    cookie: nova.cookie,
    body: { isrc: 'USRC17607839', aiDisclosure: { vocals: 'NONE', lyrics: 'ASSISTED' } },
  })
  const rightsScopes = [{ right: 'sound-recording', territory: 'WORLD', holder: 'Nova' }]
  const id = await makeRelease(svc, nova, [kettle.id, dawn.id], {
    upc: '4006381333931',
    contributors: [{ name: 'Nova', role: 'performer', share: 10_000, handle: 'nova' }],
    rightsScopes,
  })
  const { status, json } = await askToPublish(svc, nova, id)
  const queued = { releaseVersionId: expect.any(String), canonicalVersion: 1, manifestStatus: 'QUEUED' }
  expect([status, json]).toEqual([202, queued])
  await svc.ctx.jobs.idle()
  const { body } = await read(svc, id)
  const unsaid = { vocals: null, instrumentation: null, composition: null, lyrics: null, postProduction: null }
  const hook = (of: typeof dawn) => ({ role: 'hook', format: 'mp3', bytes: of.hookBytes, sha256: of.hookSha256 })
  const master = (of: typeof dawn) => ({ role: 'master', format: 'mp3', bytes: of.bytes, sha256: of.sha256 })
  expect(body).toEqual({
    releaseId: id,
    releaseVersionId: Object(json).releaseVersionId,
    canonicalVersion: 1,
    manifest: {
      schema: 'tapedeck.release-manifest.v1',
      release: {
        id,
        title: 'First Light',
        type: 'EP',
        upc: '4006381333931',
        releaseDate: null,
        label: null,
        mbid: null,
      },
      version: 1,
      artist: { handle: 'nova', displayName: 'Nova' },
      tracks: [
        {
          id: kettle.id,
          position: 1,
          title: 'Kettle',
          kind: 'GENERATION',
          durationMs: 61_000,
          isrc: null,
          iswc: null,
          mbid: null,
          aiDisclosure: unsaid,
          renditions: [master(kettle), hook(kettle)],
        },
        {
          id: dawn.id,
          position: 2,
          title: 'Dawn',
          kind: 'ORIGINAL',
          durationMs: 180_500,
          isrc: 'USRC17607839',
          iswc: null,
          mbid: null,
          aiDisclosure: { ...unsaid, vocals: 'NONE', lyrics: 'ASSISTED' },
          renditions: [master(dawn), hook(dawn)],
        },
      ],
      contributors: [{ name: 'Nova', role: 'performer', share: 10_000, isni: null, handle: 'nova' }],
      rightsScopes,
      policies: {
        'search-index': 'ALLOW',
        'ai-input': 'CONTACT_OWNER',
        'ai-training': 'DENY',
        'ai-generation': 'DENY',
        stream: 'ALLOW',
        download: 'REQUIRE_LICENSE',
        remix: 'CONTACT_OWNER',
        sample: 'CONTACT_OWNER',
        stems: 'CONTACT_OWNER',
        sync: 'CONTACT_OWNER',
        'visual-reuse': 'CONTACT_OWNER',
        redistribution: 'CONTACT_OWNER',
        'derivative-registration': 'CONTACT_OWNER',
        'commercial-use': 'CONTACT_OWNER',
      },
      lineage: { sources: [], derivatives: [] },
      issuedAt: anyTime,
      previousVersionHash: null,
    },
    canonicalHash: hashOf(body.manifest),
    signature: {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-jcs-2022',
      created: body.manifest.issuedAt,
      verificationMethod: expect.stringMatching(/^did:web:localhost%3A\d+#z6Mk/),
      proofPurpose: 'assertionMethod',
      proofValue: expect.stringMatching(/^z/),
    },
    anchor: {
      status: 'ANCHORED',
      log: {
        index: 2,
        treeSize: 4,
        rootHash: anyHash,
        inclusionProof: [anyHash, anyHash],
        checkpoint: expect.stringContaining('/log\n4\n'),
      },
    },
  })
  expect(await isSigned(body.manifest, body.signature)).toBe(true)
  expect(await isSigned({ ...body.manifest, version: 2 }, body.signature)).toBe(false)
  const media = await svc.call('GET', '/api/casset/nova/media')
  expect(Object(media.json).provenance).toEqual({
    releaseId: id,
    canonicalVersion: 1,
    canonicalHash: body.canonicalHash,
    anchorStatus: 'ANCHORED',
    licensedFrom: null,
  })
})

test('a version is published when something changed, names the hash of the one before, and never changes again', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { body: first } = await read(svc, id)
  const again = await askToPublish(svc, nova, id)
  expect([again.status, again.json]).toEqual([409, expect.objectContaining({ code: 'BAD_STATE' })])
  const change = { cookie: nova.cookie, body: { scope: 'remix', decision: 'ALLOW' } }
  await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, change)
  const edit = { title: 'Second Light', trackIds: [dawn.id, kettle.id], contributors: [{ name: 'Ada', role: 'mix' }] }
  await svc.call('PATCH', `/api/studio/releases/${id}`, { cookie: nova.cookie, body: edit })
  const preview = await svc.call('GET', `/api/internal/releases/${id}/manifest-preview`, { cookie: nova.cookie })
  expect(Object(preview.json).changes).toEqual([
    { path: '/contributors/0', after: expect.objectContaining({ name: 'Ada' }) },
    { path: '/policies/remix', before: 'CONTACT_OWNER', after: 'ALLOW' },
    { path: '/release/title', before: 'First Light', after: 'Second Light' },
    { path: '/tracks/1', after: expect.objectContaining({ id: kettle.id }) },
  ])
  // An edit is a draft: nobody but the artist hears of it before it is published.
  expect((await read(svc, id)).body.manifest).toEqual(first.manifest)
  expect(JSON.stringify((await read(svc, id, 'dna')).body)).not.toContain('Ada')
  svc.setClock(-3_600_000)
  await publish(svc, nova, id)
  const { body: second } = await read(svc, id)
  expect(second).toEqual(expect.objectContaining({ canonicalVersion: 2, canonicalHash: hashOf(second.manifest) }))
  expect(second.manifest.previousVersionHash).toBe(first.canonicalHash)
  expect(Date.parse(second.manifest.issuedAt)).toBeGreaterThanOrEqual(Date.parse(first.manifest.issuedAt))
  expect(second.manifest.policies.remix).toBe('ALLOW')
  expect((await read(svc, id, 'dna')).body.anchors.map(({ status }: { status: string }) => status)).toEqual([
    'ANCHORED',
    'ANCHORED',
  ])
  const { $client: sql } = svc.ctx.db
  for (const set of [
    "manifest = '{}'",
    "canonical_hash = 'x'",
    "manifest_status = 'FAILED'",
    'canonical_version = 9',
  ]) {
    expect(() => sql.run(`UPDATE release_versions SET ${set}`)).toThrow('never changes')
  }
  expect(() => sql.run('DELETE FROM release_versions')).toThrow()
})

test('a draft that cannot be published says why; a version that fails says why, and is tried again under its number', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const late = await addReadyTrack(svc.ctx, nova.cassetId, 'Late', { status: 'PROCESSING', position: 3 })
  const id = await makeRelease(svc, nova, [dawn.id, late.id])
  const { status, json } = await askToPublish(svc, nova, id)
  expect([status, json]).toEqual([
    409,
    {
      error: 'The release cannot be published yet.',
      code: 'BAD_STATE',
      hint: '“Late” is not ready. Change the tracks of the release, or wait until they are ready.',
    },
  ])
  const { $client: sql } = svc.ctx.db
  for (const [set, why] of [
    ["status = 'READY', active = 0", '“Late” is not shown on the casset.'],
    ['active = 1, withdrawn_at = 1', '“Late” was deleted.'],
  ]) {
    sql.run(`UPDATE tracks SET ${set} WHERE id = ?`, [late.id])
    const { json: refused } = await askToPublish(svc, nova, id)
    expect(Object(refused).hint).toStartWith(why ?? '')
    const preview = await svc.call('GET', `/api/internal/releases/${id}/manifest-preview`, { cookie: nova.cookie })
    expect([Object(preview.json).manifest, Object(preview.json).problem]).toEqual([
      null,
      expect.stringContaining(why ?? ''),
    ])
  }
  sql.run('UPDATE tracks SET withdrawn_at = NULL WHERE id = ?', [late.id])
  // Between the request and the job the track breaks: no other turn of the event loop comes between
  // these two lines.
  publishRelease(svc.ctx, signedIn(viewerOfSession(svc.ctx, nova.sessionId)), id, null)
  sql.run("UPDATE tracks SET status = 'FAILED' WHERE id = ?", [late.id])
  await svc.ctx.jobs.idle()
  const after = await svc.call('GET', `/api/studio/releases/${id}`, { cookie: nova.cookie })
  expect(Object(after.json).release).toEqual(
    expect.objectContaining({
      state: 'DRAFT',
      manifestStatus: 'FAILED',
      problem: expect.stringContaining('“Late” is not ready'),
    }),
  )
  expect((await read(svc, id)).status).toBe(404)
  sql.run("UPDATE tracks SET status = 'READY' WHERE id = ?", [late.id])
  await publish(svc, nova, id)
  expect((await read(svc, id)).body.canonicalVersion).toBe(1)
})

test('a file that a version names is not erased with its track, and is when the law demands it', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [nova.userId])
  await publishedRelease(svc, nova, [dawn.id])
  const files = [dawn.sha256, dawn.hookSha256 ?? ''].map((hash) => svc.ctx.blobs.path(hash))
  const { cookie } = nova
  for (const { id } of [dawn, kettle]) await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie })
  await svc.ctx.jobs.idle()
  expect(files.map((path) => existsSync(path))).toEqual([true, true])
  expect(existsSync(svc.ctx.blobs.path(kettle.sha256))).toBe(false)
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie })
  expect(media.text).not.toContain(dawn.id)
  await svc.call('DELETE', `/api/admin/tracks/${dawn.id}`, { cookie, body: { reason: 'A court said so.' } })
  await svc.ctx.jobs.idle()
  expect(files.map((path) => existsSync(path))).toEqual([false, false])
})

test('a hook that a version names stays when another one is cut', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  await publishedRelease(svc, nova, [dawn.id])
  const sweep = { hashes: [dawn.hookSha256 ?? '', kettle.hookSha256 ?? ''] }
  svc.ctx.db.$client.run('UPDATE tracks SET hook_sha256 = NULL')
  svc.ctx.jobs.add(sweepBlobsJob, sweep)
  await svc.ctx.jobs.idle()
  expect(sweep.hashes.map((hash) => existsSync(svc.ctx.blobs.path(hash)))).toEqual([true, false])
})

test('a file that is gone keeps a version from being signed', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const id = await makeRelease(svc, nova, [dawn.id])
  rmSync(svc.ctx.blobs.path(dawn.sha256))
  await askToPublish(svc, nova, id)
  for (let hour = 0; hour < 12; hour += 1) {
    await svc.ctx.jobs.idle()
    svc.tick(3_600_000)
  }
  await svc.ctx.jobs.idle()
  const { json } = await svc.call('GET', `/api/studio/releases/${id}`, { cookie: nova.cookie })
  expect(Object(json).release).toEqual(
    expect.objectContaining({
      state: 'DRAFT',
      manifestStatus: 'FAILED',
      problem: 'The master of “Dawn” is missing.',
    }),
  )
})
