import { expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tracks } from '../../../db/schema/casset/track.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { addMaster, askDownload, downloadPath, packedFor } from '../../support/casset/download.ts'
import { fixture, until, uploadTrack } from '../../support/casset/upload.ts'
import { exportOf } from '../../support/operate/export.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

/** Files that are needed from now on are fetched from the bucket again. */
function forgetCopies({ dataDir }: TestServer): void {
  const cache = join(dataDir, 'blobs/cache')
  for (const name of readdirSync(cache)) rmSync(join(cache, name), { recursive: true })
}

test('an upload is measured from the bucket, and its hook is stored there', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: { ...bucket.env, BLOB_CACHE_GB: '0' } })
  const nova = cast(svc.ctx, 'nova')
  const bytes = await fixture('wav-16.wav')
  expect((await uploadTrack(svc, nova, bytes)).status).toBe(201)
  const isReady = ({ status }: { status: string }) => status === 'READY'
  const track = await until(
    () => svc.ctx.db.select().from(tracks).get() ?? { status: '', sha256: '', hookSha256: '' },
    isReady,
  )
  expect(bucket.asked).toContain(`GET ${track.sha256.slice(0, 2)}/${track.sha256}`)
  const keys = await bucket.keys()
  for (const hash of [sha256Hex(bytes), track.hookSha256 ?? '']) expect(keys).toContain(`${hash.slice(0, 2)}/${hash}`)
})

test('downloads and exports are packed of files that only the bucket has, by children that are given no key', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const master = Buffer.from(await fixture('mp3-vbr.mp3'))
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  forgetCopies(svc)
  const original = await packedFor(svc, nova, downloadPath('nova', 'original'))
  expect(original.get('01 Dawn.mp3')).toEqual(master)
  const tagged = await packedFor(svc, nova, downloadPath('nova'))
  expect(tagged.get('01 Dawn.mp3')?.includes('First Light')).toBe(true)
  const { files } = await exportOf(svc, nova)
  expect([...files.values()].some((bytes) => bytes.equals(master))).toBe(true)
})

test('a download waits for a bucket that is away, and says that it does; one that lost a file is told apart', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const track = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  forgetCopies(svc)
  bucket.between = () => new Response('', { status: 500 })
  const away = await askDownload(svc, nova, downloadPath('nova', 'original'))
  expect([away.status, await away.json()]).toMatchObject([503, { error: expect.stringContaining('cannot be reached') }])
  bucket.between = () => undefined
  svc.tick(60_000)
  await svc.ctx.jobs.idle()
  expect((await askDownload(svc, nova, downloadPath('nova', 'original'))).status).toBe(200)
  await bucket.drop(`${track.sha256.slice(0, 2)}/${track.sha256}`)
  const lost = await askDownload(svc, nova, downloadPath('nova'))
  expect([lost.status, await lost.json()]).toMatchObject([
    503,
    { error: expect.stringContaining('missing or damaged') },
  ])
})
