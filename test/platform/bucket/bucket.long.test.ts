import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { backupCommand } from '../../../src/operate/command/backup.ts'
import { restoreCommand } from '../../../src/operate/command/restore.ts'
import { mediaCheck } from '../../../src/operate/media/media-check.ts'
import { adoptFiles } from '../../../src/platform/blob/adopt-files.ts'
import { findIntact } from '../../../src/platform/blob/find-intact.ts'
import { sweepBlobsJob } from '../../../src/platform/blob/sweep-blobs.ts'
import { refuseUnusableBucket } from '../../../src/platform/bucket/bucket-check.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { forgetCopies, keep, large, withTrack } from '../../support/platform/bucket-track.ts'
import { temporaryFolder } from '../../support/process.ts'
import { putMigrated, startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, masterBytes } from '../../support/world.ts'

const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`
const copies = ({ dataDir }: TestServer) =>
  readdirSync(join(dataDir, 'blobs/cache'), { recursive: true }).filter((name) => /[0-9a-f]{64}$/.test(String(name)))

test('a file is in the bucket before a row names it, and sent from a copy on this disk or from there, whole and in parts', async () => {
  await using bucket = await startBucket()
  const { svc, master, listen } = await withTrack(bucket.env)
  await using _ = svc
  expect(await bucket.keys()).toContain(keyOf(master.sha256))
  expect(existsSync(svc.ctx.blobs.path(master.sha256))).toBe(false)
  for (const place of ['copy', 'bucket']) {
    if (place === 'bucket') forgetCopies(svc)
    const whole = await listen()
    expect([place, whole.status, sha256Hex(Buffer.from(await whole.arrayBuffer()))]).toEqual([
      place,
      200,
      master.sha256,
    ])
    const part = await listen({ range: 'bytes=1000000-1000009' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000000-1000009/2500000'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(large.subarray(1_000_000, 1_000_010))
    expect((await listen({ range: 'bytes=2500000-' })).status).toBe(416)
    expect((await listen({}, 'HEAD')).headers.get('content-length')).toBe('2500000')
  }
})

test('no row is written when the bucket did not store the file, whatever it says', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const lies = {
    refuses: () => new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 }),
    fails: () => new Response('', { status: 500 }),
    'says that it did': () => new Response(''),
  }
  for (const [name, lie] of Object.entries(lies)) {
    bucket.between = ({ method }) => (method === 'PUT' ? lie() : undefined)
    let isWritten = false
    const path = svc.ctx.blobs.scratch('x')
    await Bun.write(path, name)
    const stored = svc.ctx.blobs.adopt([{ path, sha256: sha256Hex(name) }], () => {
      isWritten = true
    })
    await expect(stored).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect([name, isWritten]).toEqual([name, false])
  }
})

test('wrong bytes from the bucket never become a copy: other bytes, fewer bytes, an end midway', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const stored = await keep(svc, masterBytes('Dawn'))
  forgetCopies(svc)
  const bytes = masterBytes('Dawn')
  const other = Buffer.from(bytes)
  other[9] = 0
  const lies: Record<string, () => Response> = {
    'other bytes': () => new Response(other),
    'fewer bytes': () => new Response(bytes.subarray(1)),
    'an end midway': () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(bytes.subarray(0, 100))
            await Bun.sleep(5)
            controller.error(new Error('cut'))
          },
        }),
      ),
  }
  for (const lie of Object.values(lies)) {
    bucket.between = ({ method }) => (method === 'GET' ? lie() : undefined)
    await expect(findIntact(svc.ctx, stored)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(copies(svc)).toEqual([])
  }
  bucket.between = () => undefined
  const place = await findIntact(svc.ctx, stored)
  expect('path' in place && sha256Hex(Buffer.from(await Bun.file(place.path).arrayBuffer()))).toBe(stored.sha256)
})

test('a request that fails by chance is sent again, and a file that breaks off is read on from there', async () => {
  await using bucket = await startBucket()
  const { svc, master, listen } = await withTrack(bucket.env)
  await using _ = svc
  forgetCopies(svc)
  let broken = 0
  bucket.between = async (request, at) => {
    if (request.method !== 'GET' || at !== keyOf(master.sha256)) return await bucket.pass(request)
    broken += 1
    if (broken === 1) return new Response('', { status: 500 })
    if (broken > 5) return await bucket.pass(request)
    const answer = await bucket.pass(request)
    const some = Buffer.from(await answer.arrayBuffer()).subarray(0, 300_000)
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(some)
        await Bun.sleep(5)
        controller.error(new Error('cut'))
      },
    })
    const { status, headers } = answer
    return new Response(body, { status, headers: { 'content-range': headers.get('content-range') ?? '' } })
  }
  const answer = await listen()
  expect(sha256Hex(Buffer.from(await answer.arrayBuffer()))).toBe(master.sha256)
  expect(broken).toBeGreaterThan(5)
})

test('copies take no more room than they may: what was not used for longest goes, also after a restart', async () => {
  await using bucket = await startBucket()
  const env = { ...bucket.env, BLOB_CACHE_GB: '0.00006' }
  const texts = ['a', 'b', 'c', 'd'].map((letter) => Buffer.from(letter.repeat(20_000)))
  using folder = temporaryFolder()
  putMigrated(folder.path)
  const dataDir = folder.path
  {
    await using svc = await startServer({ env, dataDir })
    for (const text of texts.slice(0, 3)) await keep(svc, text)
    const [oldest] = texts
    svc.tick(3_600_000)
    await findIntact(svc.ctx, { sha256: sha256Hex(oldest ?? ''), bytes: 20_000 })
  }
  await using svc = await startServer({ env, dataDir, aheadMs: 7_200_000 })
  await keep(svc, texts[3] ?? Buffer.of())
  // A file that has to make room stays a moment, for those who were given its address.
  expect(copies(svc)).toHaveLength(4)
  svc.tick(10_000)
  await findIntact(svc.ctx, { sha256: sha256Hex('d'.repeat(20_000)), bytes: 20_000 })
  expect(
    copies(svc)
      .map((name) => String(name).slice(3))
      .toSorted(),
  ).toEqual(['a', 'c', 'd'].map((letter) => sha256Hex(letter.repeat(20_000))).toSorted())
})

test('a file that nothing names any more stays a day, is looked at again, and goes only if nothing names it then', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const nova = cast(svc.ctx, 'nova')
  const [gone, back] = [await keep(svc, Buffer.from('gone')), await keep(svc, Buffer.from('back'))]
  svc.ctx.jobs.add(sweepBlobsJob, { hashes: [gone.sha256, back.sha256] })
  await svc.ctx.jobs.idle()
  svc.tick(86_000_000)
  await svc.ctx.jobs.idle()
  expect(await bucket.keys()).toContain(keyOf(gone.sha256))
  await addReadyTrack(svc.ctx, nova.cassetId, 'Back', back)
  svc.tick(500_000)
  await svc.ctx.jobs.idle()
  const left = await bucket.keys()
  expect([left.includes(keyOf(gone.sha256)), left.includes(keyOf(back.sha256))]).toEqual([false, true])
  expect(copies(svc).some((name) => String(name).endsWith(gone.sha256))).toBe(false)
})

test('a file that nothing names an hour after it was stored stays a day more, and one that is named is not looked at again', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const nova = cast(svc.ctx, 'nova')
  const store = async (text: string, write: (sha256: string) => unknown) => {
    const path = svc.ctx.blobs.scratch(text)
    await Bun.write(path, text)
    const sha256 = sha256Hex(text)
    await adoptFiles(svc.ctx, [{ path, sha256 }], () => write(sha256))
    return sha256
  }
  const named = await store('named', (sha256) => addReadyTrack(svc.ctx, nova.cassetId, 'Dawn', { sha256 }))
  const gone = await store('gone', () => {})
  const waiting = () =>
    svc.ctx.db.$client.query("SELECT payload FROM jobs WHERE kind = 'sweep-blobs'").values().flat().map(String)
  const isThere = async () => {
    await svc.ctx.jobs.idle()
    const keys = await bucket.keys()
    return [named, gone].map((sha256) => keys.includes(keyOf(sha256)))
  }
  expect(waiting()).toHaveLength(2)
  svc.tick(3_700_000)
  expect(await isThere()).toEqual([true, true])
  expect(waiting()).toEqual([expect.stringContaining(gone)])
  svc.tick(86_400_000)
  expect(await isThere()).toEqual([true, false])
  expect(waiting()).toEqual([])
})

test('a backup has the hashes of what is in the bucket, and a folder restored from it serves it again', async () => {
  await using bucket = await startBucket()
  using folder = temporaryFolder()
  const [from, to, file] = ['from', 'to', 'backup.tar'].map((name) => join(folder.path, name))
  mkdirSync(from ?? '')
  putMigrated(from ?? '')
  const said: string[] = []
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false } }
  {
    await using svc = await startServer({ env: bucket.env, dataDir: from ?? '' })
    await keep(svc, Buffer.from('kept'))
    await backupCommand(svc.ctx.config, machine, [file ?? ''], (line) => said.push(line))
  }
  expect(said[0]).toStartWith('1 files are in s3://music/tapes')
  const config = readConfig({ ...bucket.env, DATA_DIR: to ?? '' })
  await restoreCommand(config, { ...machine, ask: () => null }, [file ?? ''], () => {})
  const sha256 = sha256Hex('kept')
  expect(await Bun.file(join(to ?? '', 'bucket.sha256')).text()).toBe(`${sha256}  ${keyOf(sha256)}\n`)
  await using svc = await startServer({ env: bucket.env, dataDir: to ?? '' })
  await refuseUnusableBucket(svc.ctx)
  const place = await findIntact(svc.ctx, { sha256, bytes: 4 })
  expect('path' in place && (await Bun.file(place.path).text())).toBe('kept')
})

test('the doctor finds what is missing in the bucket and what has other bytes there, and counts what nothing names', async () => {
  await using bucket = await startBucket()
  const { svc, master, track } = await withTrack(bucket.env)
  await using _ = svc
  expect(await mediaCheck.look(svc.ctx, { deep: true })).toEqual({
    note: '2 files read to the last byte; 1 file that nothing uses',
  })
  await bucket.spoil(keyOf('e'.repeat(64)), 'stray')
  const other = Buffer.from(large)
  other[9] = (other[9] ?? 0) ^ 1
  await bucket.spoil(keyOf(master.sha256), other)
  expect(await mediaCheck.look(svc.ctx)).toEqual({ note: '2 files that nothing uses' })
  const deep = await mediaCheck.look(svc.ctx, { deep: true })
  expect(deep.problem).toStartWith('the master of "Dawn" by nova has other bytes')
  await bucket.drop(keyOf(track.hookSha256 ?? ''))
  expect((await mediaCheck.look(svc.ctx)).problem).toStartWith('the hook of "Dawn" by nova is missing')
  bucket.between = () => new Response('', { status: 503 })
  expect((await mediaCheck.look(svc.ctx)).problem).toContain('The bucket cannot be reached')
})
