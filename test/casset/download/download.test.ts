import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { addMaster, askDownload, downloadPath, keptPacks } from '../../support/casset/download.ts'
import { keptFiles, until } from '../../support/casset/upload.ts'
import { program } from '../../support/program.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { cast, type Person } from '../../support/world.ts'

const tagged = downloadPath('nova')

/** Nova's casset with one short track, and ada who has collected it for nothing. */
async function openRack(svc: TestServer) {
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const ada = cast(svc.ctx, 'ada')
  const track = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  const taken = await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  expect(taken.json).toEqual({ orderId: expect.any(String), entitled: true })
  return { nova, ada, track }
}

const whole = async (svc: TestServer, person: Person) =>
  Buffer.from(await (await askDownload(svc, person, downloadPath('nova', 'original'))).arrayBuffer())

test('a download is for its artist and for those who have collected the casset', async () => {
  await using svc = await startServer()
  const { nova, ada } = await openRack(svc)
  const bob = cast(svc.ctx, 'bob')
  for (const path of [tagged, downloadPath('nova', 'tagged'), downloadPath('nova', 'original')]) {
    expect((await askDownload(svc, nova, path)).status).toBe(200)
    expect((await askDownload(svc, ada, path)).status).toBe(200)
    const foreign = await svc.call('GET', path, { cookie: bob.cookie })
    expect([foreign.status, foreign.json]).toEqual([
      403,
      {
        error: 'Only people who bought this casset can download it.',
        code: 'FORBIDDEN',
        hint: `Buy it: ${svc.url.replace('127.0.0.1', 'localhost')}/checkout/nova`,
      },
    ])
    const stranger = await svc.call('GET', path)
    expect([stranger.status, stranger.json]).toEqual([
      401,
      { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
    ])
  }
  const odd = await svc.call('GET', downloadPath('nova', 'wma'), { cookie: bob.cookie })
  expect(odd.json).toMatchObject({ code: 'VALIDATION', field: 'format' })
})

test('of a casset that somebody may not know of, the download is not found; its collectors keep it', async () => {
  await using svc = await startServer()
  const { nova, ada } = await openRack(svc)
  const bob = cast(svc.ctx, 'bob')
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, nova.cassetId)).run()
  const hidden = await svc.call('GET', tagged, { cookie: bob.cookie })
  expect([hidden.status, hidden.json]).toEqual([404, { error: 'There is no such casset.', code: 'NOT_FOUND' }])
  expect((await askDownload(svc, ada, tagged)).status).toBe(200)
  const blank = await svc.call('GET', downloadPath('bob'), { cookie: bob.cookie })
  const nothing = { error: 'There is nothing on this casset to download.', code: 'BAD_STATE' }
  expect([blank.status, blank.json]).toEqual([409, nothing])
  expect(keptPacks(svc)).toHaveLength(1)
})

test('a refund ends the download, though it was made', async () => {
  const { svc: opened, nova, ada } = await openShop()
  await using svc = opened
  svc.ctx.db.$client.run('DELETE FROM tracks WHERE casset_id = ?', [nova.cassetId])
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  expect((await askDownload(svc, ada, tagged)).status).toBe(403)
  const { paymentIntentId } = await collect(svc, ada)
  expect((await askDownload(svc, ada, tagged)).status).toBe(200)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect((await askDownload(svc, ada, tagged)).status).toBe(403)
  expect((await askDownload(svc, ada, tagged, { range: 'bytes=0-1' })).status).toBe(403)
})

test('it is sent as a file: length, tag, name, ranges', async () => {
  await using svc = await startServer()
  const { nova, ada } = await openRack(svc)
  const first = await askDownload(svc, ada, tagged)
  const bytes = Buffer.from(await first.arrayBuffer())
  const etag = first.headers.get('etag') ?? ''
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="Nova - First Light.zip"; filename*=UTF-8''Nova%20-%20First%20Light.zip`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  })
  const part = async (range: string, more = {}) => {
    const answer = await askDownload(svc, ada, tagged, { range, ...more })
    return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())]
  }
  const size = bytes.length
  expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, bytes.subarray(0, 4)])
  expect(await part('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, bytes.subarray(100)])
  expect(await part('bytes=-9', { 'if-range': etag })).toEqual([
    206,
    `bytes ${size - 9}-${size - 1}/${size}`,
    bytes.subarray(-9),
  ])
  expect(await part('bytes=0-3', { 'if-range': '"other"' })).toEqual([200, null, bytes])
  const beyond = await svc.call('GET', tagged, { cookie: ada.cookie, headers: { range: `bytes=${size}-` } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  expect(beyond.json).toEqual({
    error: 'The range is outside the file.',
    code: 'RANGE_NOT_SATISFIABLE',
    hint: `The file has ${size} bytes.`,
  })
  const head = await svc.fetch(tagged, { method: 'HEAD', headers: { cookie: nova.cookie } })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
})

test('a hundred who ask at once wait for one and the same file', async () => {
  await using svc = await startServer()
  const { ada } = await openRack(svc)
  const all = await Promise.all(Array.from({ length: 100 }, () => whole(svc, ada)))
  expect(new Set(all.map((bytes) => Bun.hash(bytes))).size).toBe(1)
  expect(keptPacks(svc)).toHaveLength(1)
  expect(svc.logged.filter((line) => line.includes('"event":"job'))).toEqual([])
})

test('a change by the artist makes a new file, and the same content the same one', async () => {
  await using svc = await startServer()
  const { nova, ada, track } = await openRack(svc)
  const before = await whole(svc, ada)
  expect(await whole(svc, ada)).toEqual(before)
  const rename = (title: string) =>
    svc.call('PATCH', `/api/studio/tracks/${track.id}`, { cookie: nova.cookie, body: { title } })
  await rename('Dusk')
  const after = await whole(svc, ada)
  expect([after.includes('01 Dusk.mp3'), after.includes('01 Dawn.mp3')]).toEqual([true, false])
  svc.tick(2 * 3_600_000)
  await rename('Noon')
  await whole(svc, ada)
  expect(keptPacks(svc)).toHaveLength(1)
  await rename('Dawn')
  expect(await whole(svc, ada)).toEqual(before)
})

test('a download that could not be made says so until it is tried again, and who asks then waits for it', async () => {
  await using svc = await startServer()
  const { ada } = await openRack(svc)
  const before = keptFiles(svc.dataDir)
  Object.assign(svc.ctx, { selfCommand: ['/bin/false'] })
  const hint = 'Try again in a few minutes.'
  for (const _ of ['the first', 'another']) {
    const answer = await svc.call('GET', tagged, { cookie: ada.cookie })
    expect([answer.status, answer.headers.get('retry-after'), answer.json]).toEqual([
      503,
      '60',
      { error: 'The download could not be made.', code: 'UNAVAILABLE', hint },
    ])
  }
  expect(keptFiles(svc.dataDir)).toEqual(before)
  Object.assign(svc.ctx, { selfCommand: program })
  svc.tick(60_000)
  await until(
    () => svc.ctx.db.$client.query("SELECT state FROM jobs WHERE kind = 'build-pack'").values(),
    (rows) => !Bun.deepEquals(rows, [['READY']]),
  )
  expect((await askDownload(svc, ada, tagged)).status).toBe(200)
})

test('a download that nobody asks for any more is swept, and made again for whoever comes', async () => {
  await using svc = await startServer()
  const { ada } = await openRack(svc)
  const day = 86_400_000
  const before = await whole(svc, ada)
  svc.tick(10 * day)
  await whole(svc, ada)
  svc.tick(5 * day)
  await svc.ctx.jobs.idle()
  expect(keptPacks(svc)).toHaveLength(1)
  svc.tick(13 * day)
  await svc.ctx.jobs.idle()
  expect(keptPacks(svc)).toEqual([])
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?, expires_at = ?', [svc.ctx.now(), svc.ctx.now() + day])
  expect(await whole(svc, ada)).toEqual(before)
})

test('a master that is not what it was is never handed out as the original', async () => {
  await using svc = await startServer()
  const { ada, track } = await openRack(svc)
  await Bun.write(svc.ctx.blobs.path(track.sha256), 'rotten')
  const answer = await svc.call('GET', downloadPath('nova', 'original'), { cookie: ada.cookie })
  expect([answer.status, answer.headers.get('retry-after'), answer.json]).toEqual([
    503,
    '60',
    {
      error: 'A file of this casset is missing or damaged on this server.',
      code: 'UNAVAILABLE',
      hint: 'Trying again does not help until the artist uploads the file again.',
    },
  ])
  expect(keptPacks(svc)).toEqual([])
})
