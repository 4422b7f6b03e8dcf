import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { submissions } from '../../db/schema/drop/submission.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { arrivingBytes } from '../../src/platform/storage/usage.ts'
import { fixture, keptFiles } from '../support/casset/upload.ts'
import { addClip, addSubmittedClip, uploadClip } from '../support/drop/clip.ts'
import { filmOf } from '../support/drop/film.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { inTree } from '../support/tree.ts'
import { masterBytes, world } from '../support/world.ts'

const sharedServer = shareNames()

const fixturePath = (name: string) => inTree(`test/fixtures/${name}`)
const secret = 'SECRET'

const clipBytes = async (svc: TestServer, id: string, cookie?: string, headers: Record<string, string> = {}) => {
  const response = await svc.fetch(`/api/hooks/clips/${id}`, { headers: { ...(cookie ? { cookie } : {}), ...headers } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a clip is known by its content and kept without its tags, its cover and its name’s claim', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  for (const [name, contentType] of [
    ['m4a-cover.m4a', 'audio/mp4'],
    ['m4a-fragmented.m4a', 'audio/mp4'],
    ['mp3-cover.mp3', 'audio/mpeg'],
    ['refused-webm.webm', 'audio/webm'],
  ] as const) {
    const sent = await fixture(name)
    expect(Buffer.from(sent).includes(secret)).toBe(true)
    const { status, json } = await uploadClip(svc, ada, sent, 'holiday.exe')
    expect([name, status, json]).toEqual([
      name,
      201,
      {
        asset: {
          id: expect.any(String),
          kind: 'clip',
          name: 'holiday.exe',
          bytes: expect.any(Number),
          contentType,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          width: null,
          height: null,
          durationSec: expect.any(Number),
          url: expect.stringMatching(/^\/api\/hooks\/clips\//),
        },
      },
    ])
    const { asset } = Object(json)
    expect(asset.durationSec).toBeWithin(name.endsWith('webm') ? 1.9 : 3.9, 4.2)
    const { response, bytes } = await clipBytes(svc, asset.id, ada.cookie)
    expect([bytes.length, bytes.includes(secret)]).toEqual([asset.bytes, false])
    expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
      contentType,
      'nosniff',
    ])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('a film keeps picture and sound, with its size', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  const { status, json } = await uploadClip(svc, ada, await filmOf(fixturePath('m4a-cover.m4a')))
  expect([status, json]).toEqual([
    201,
    { asset: expect.objectContaining({ contentType: 'video/mp4', width: 64, height: 64 }) },
  ])
})

/** A clip whose tables name the same 20,000 bytes as each of its 174 packets. */
function bombOf(m4a: Buffer): Buffer {
  const chunks = 174
  const at = (name: string) => m4a.indexOf(name)
  const grown = Buffer.from(m4a)
  const more = (chunks - 1) * 4
  for (const box of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stco']) {
    grown.writeUInt32BE(m4a.readUInt32BE(at(box) - 4) + more, at(box) - 4)
  }
  grown.writeUInt32BE(20_000, at('stsz') + 8)
  grown.writeUInt32BE(1, at('stsc') + 16)
  grown.writeUInt32BE(chunks, at('stco') + 8)
  const offset = m4a.subarray(at('stco') + 12, at('stco') + 16)
  const end = at('stco') + 16
  return Buffer.concat([grown.subarray(0, end), ...Array(chunks - 1).fill(offset), grown.subarray(end)])
}

test('a file that is no clip is 415, and one that is damaged, too long or a bomb 400; nothing of them stays', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  const m4a = Buffer.from(await fixture('m4a-plain.m4a'))
  const mp3 = Buffer.from(await fixture('mp3-no-tag.mp3'))
  const before = keptFiles(svc.dataDir)
  const refused: [string, Uint8Array | string, number][] = [
    ['a script', '<script>alert(1)</script>', 415],
    ['a page that begins like a film', '\0\0\0\x20ftypavif<script>', 415],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 415],
    ['a WAV file', await fixture('wav-8.wav'), 415],
    ['a Matroska file', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('\x42\x82\x88matroska')]), 415],
    ['a QuickTime film', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', 415],
    ['nothing', '', 415],
    ['a head without a body', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom<script>alert(1)</script>', 400],
    ['half a clip', m4a.subarray(0, m4a.length / 2), 400],
    ['ninety-one seconds', Buffer.concat(Array(23).fill(mp3)), 400],
    ['a bomb', bombOf(m4a), 400],
  ]
  for (const [what, bytes, status] of refused) {
    const answer = await uploadClip(svc, ada, bytes)
    expect([what, answer.status, Object(answer.json).field]).toEqual([what, status, 'file'])
  }
  expect(svc.ctx.db.select().from(assets).all()).toEqual([])
  expect(keptFiles(svc.dataDir)).toEqual(before)
  expect(arrivingBytes(svc.ctx).size).toBe(0)
  expect((await uploadClip(svc, null, m4a)).status).toBe(401)
})

test('a clip counts for the quota of its uploader, and is refused above it', async () => {
  await using svc = await startServer({ env: { ACCOUNT_QUOTA_GB: '0.00005' } })
  const { ada } = await world(svc)
  expect((await uploadClip(svc, ada, await fixture('m4a-plain.m4a'))).status).toBe(201)
  const { json } = await svc.call('GET', '/api/studio/storage', { cookie: ada.cookie })
  expect(Object(json).storage.bytes).toBeWithin(20_000, 30_000)
  const second = await uploadClip(svc, ada, await fixture('m4a-cover.m4a'))
  expect([second.status, Object(second.json).code]).toEqual([409, 'BAD_STATE'])
  expect(svc.ctx.db.select().from(assets).all()).toHaveLength(1)
})

test('a clip is its uploader’s alone until it is submitted, then the artist’s too, and everybody’s once accepted', async () => {
  const svc = await sharedServer()
  const { nova, ada, draft, dawn } = await world(svc)
  const id = await addClip(svc, ada)
  const seenBy = async () =>
    Promise.all(
      [ada, nova, draft, undefined].map(async (who) => (await clipBytes(svc, id, who?.cookie)).response.status),
    )
  expect(await seenBy()).toEqual([200, 404, 404, 404])
  const body = { hookId: dawn.hookId, clip: { assetId: id }, caption: '' }
  const made = await svc.call('POST', '/api/hooks/submissions', { cookie: ada.cookie, body })
  expect(await seenBy()).toEqual([200, 200, 404, 404])
  const decide = (decision: string) =>
    svc.call('POST', `/api/hooks/submissions/${Object(made.json).submission.id}/decide`, {
      cookie: nova.cookie,
      body: { decision },
    })
  await decide('ACCEPTED')
  expect(await seenBy()).toEqual([200, 200, 200, 200])
  await decide('REJECTED')
  expect(await seenBy()).toEqual([200, 200, 404, 404])
  await decide('ACCEPTED')
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect(await seenBy()).toEqual([200, 200, 404, 404])
})

test('an accepted clip is sent with ranges, and no picture or stems by its address', async () => {
  const svc = await sharedServer()
  const { ada, dawn } = await world(svc)
  const { assetId } = addSubmittedClip(svc, ada, dawn)
  svc.ctx.db.update(submissions).set({ status: 'ACCEPTED' }).run()
  const whole = masterBytes('Dawn')
  const id = assetId ?? ''
  const part = await clipBytes(svc, id, undefined, { range: 'bytes=10-19' })
  expect([part.response.status, part.bytes, part.response.headers.get('content-range')]).toEqual([
    206,
    whole.subarray(10, 20),
    `bytes 10-19/${whole.length}`,
  ])
  const { response } = await clipBytes(svc, id, undefined, { range: `bytes=${whole.length}-` })
  expect(response.status).toBe(416)
  svc.ctx.db.update(assets).set({ kind: 'stems' }).where(eq(assets.id, id)).run()
  expect((await clipBytes(svc, id, ada.cookie)).response.status).toBe(404)
})
