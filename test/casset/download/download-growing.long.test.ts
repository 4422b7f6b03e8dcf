import { expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackJob } from '../../../src/casset/download/pack/build-pack.ts'
import { type Growth, streamGrowing } from '../../../src/casset/download/pack/follow-file.ts'
import { growingPacks } from '../../../src/casset/download/pack/growing-packs.ts'
import { eraseForCause } from '../../../src/casset/track/loss/erase-for-cause.ts'
import { addMaster, askDownload, downloadPath, keptPacks, packedFiles } from '../../support/casset/download.ts'
import { until } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'
import { program } from '../../support/program.ts'
import { decide, publishedRelease } from '../../support/release/release.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

test('a large download begins while it is made, and has the bytes and the ETag that it has once it is whole', async () => {
  await using svc = await startServer()
  // The end of the zip comes late, however fast this machine is.
  Object.assign(svc.ctx, { selfCommand: ['/bin/sh', '-c', '"$@"; sleep 1', 'sh', ...program] })
  const nova = cast(svc.ctx, 'nova')
  const masters = [1, 2, 3].map((value) => Buffer.alloc(17_000_000, value))
  const trackIds: string[] = []
  for (const [index, bytes] of masters.entries()) {
    const values = { title: `T${index}`, position: index + 1 }
    trackIds.push((await addMaster(svc.ctx, nova.cassetId, 'x.wav', values, bytes)).id)
  }
  const path = downloadPath('nova', 'original')
  const asked = askDownload(svc, nova, path)
  await until(
    () => growingPacks(svc.ctx).size,
    (growing) => growing === 1,
  )
  svc.tick(3_000)
  const first = await asked
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('content-length'), growingPacks(svc.ctx).size]).toEqual([200, null, 1])
  const bytes = Buffer.from(await first.arrayBuffer())
  const sent = [...packedFiles(bytes).values()].slice(0, 3)
  expect(sent.map((file, index) => file.equals(masters[index] ?? file))).toEqual([true, true, true])

  const again = await askDownload(svc, nova, path)
  expect([again.headers.get('content-length'), again.headers.get('etag')]).toEqual([`${bytes.length}`, etag])
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
  const rest = await askDownload(svc, nova, path, { range: 'bytes=50000000-', 'if-range': etag })
  expect([rest.status, Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(50_000_000))]).toEqual([206, true])
  expect(growingPacks(svc.ctx).size).toBe(0)

  // An agent gets its zip the same way, and its grant back when the zip is not made to its end.
  const id = await publishedRelease(svc, nova, trackIds)
  await decide(svc, nova, id, { scope: 'download', decision: 'ALLOW' })
  const body = { scope: 'download', resource: 'download' }
  const { grant } = Object((await svc.call('POST', `/api/agents/releases/${id}/access`, { body })).json)
  const begin = async () => {
    const answer = fetch(grant.url)
    await until(
      () => growingPacks(svc.ctx).size,
      (growing) => growing === 1,
    )
    svc.tick(3_000)
    return answer
  }
  const broken = await begin()
  growingPacks(svc.ctx).clear()
  await expect(broken.arrayBuffer()).rejects.toThrow()
  await svc.ctx.jobs.idle()
  const kept = svc.ctx.blobs.made('')
  for (const file of readdirSync(kept)) rmSync(join(kept, file))
  const granted = await begin()
  expect([granted.status, granted.headers.get('content-length')]).toEqual([200, null])
  const files = [...packedFiles(Buffer.from(await granted.arrayBuffer())).values()].slice(0, 3)
  expect(files.map((file, index) => file.equals(masters[index] ?? file))).toEqual([true, true, true])
  expect((await fetch(grant.url)).status).toBe(403)
})

test.each(['begun', 'written'] as const)(
  'a track that is erased while a download is %s is in none that is kept, and it is made without it',
  async (when) => {
    await using svc = await startServer()
    // The zip is written, and its process still runs.
    Object.assign(svc.ctx, { selfCommand: ['/bin/sh', '-c', '"$@"; sleep 1', 'sh', ...program] })
    const nova = cast(svc.ctx, 'nova')
    await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', { title: 'Stays', position: 1 })
    const erased = await addMaster(svc.ctx, nova.cassetId, 'flac-16.flac', { title: 'Erased', position: 2 })
    const asked = askDownload(svc, nova, downloadPath('nova', 'original'))
    const [zip = ''] = await until(
      () => [...growingPacks(svc.ctx).values()],
      (paths) => paths.length === 1,
    )
    if (when === 'written') {
      await until(
        () => existsSync(zip) && readFileSync(zip).includes('PK\x05\x06'),
        (isWritten) => isWritten,
      )
    }
    await eraseForCause(svc.ctx, erased.id, 'It is another artist’s.')
    const files = packedFiles(Buffer.from(await (await asked).arrayBuffer()))
    expect([...files.keys()]).toEqual(['01 Stays.wav', 'SHA256SUMS'])
    await svc.ctx.jobs.idle()
    expect(keptPacks(svc)).toHaveLength(1)
  },
)

test('a reader that follows a file ends with it, also when it is moved, and breaks off when its writer gives up', async () => {
  using folder = temporaryFolder()
  let growth: Growth = 'growing'
  const broken: Growth[] = []
  const path = join(folder.path, 'growing')
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(
        streamGrowing({ pathNow: () => path, growthNow: () => growth }, () => broken.push(growth), undefined, 0),
      ),
  })
  const begin = async () => {
    growth = 'growing'
    writeFileSync(path, 'one ')
    const response = await fetch(server.url)
    const reader = response.body?.getReader()
    // A few bytes at a time, as long as it grows.
    const read = async (length: number) => {
      let text = ''
      while (text.length < length) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) break
        text += Buffer.from(value ?? []).toString()
      }
      return text
    }
    expect(await read(4)).toBe('one ')
    appendFileSync(path, 'two ')
    expect(await read(4)).toBe('two ')
    return read
  }
  const read = await begin()
  appendFileSync(path, 'three')
  renameSync(path, join(folder.path, 'whole'))
  growth = 'whole'
  expect([await read(5), await read(1)]).toEqual(['three', ''])
  expect(broken).toEqual([])
  const readOn = await begin()
  growth = 'ended'
  await expect(readOn(1)).rejects.toThrow()
  expect(broken).toEqual(['ended'])
})

test('a reader who leaves while nothing is written counts as one no longer', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'growing')
  writeFileSync(path, 'one ')
  let reading = 0
  const reads = () => {
    reading += 1
    return {
      [Symbol.dispose]() {
        reading -= 1
      },
    }
  }
  const stream = streamGrowing({ pathNow: () => path, growthNow: () => 'growing' }, () => {}, reads)
  const reader = stream.getReader()
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('o')
  const waiting = reader.read()
  await Bun.sleep(120)
  expect(reading).toBe(1)
  await Promise.race([reader.cancel(), Bun.sleep(1_000)])
  expect(reading).toBe(0)
  expect((await waiting).done).toBe(true)
})

test('of a file that stands still for long its reader gets a little now and then, so that no proxy gives up', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'growing')
  const bytes = new Uint8Array(200_000).map((_, index) => index % 251)
  writeFileSync(path, bytes)
  let growth: Growth = 'growing'
  const stream = streamGrowing({ pathNow: () => path, growthNow: () => growth }, () => {}, undefined, 100)
  const got: Uint8Array[] = []
  const reader = stream.getReader()
  const lengths: number[] = []
  while (lengths.length < 5) {
    const { value = new Uint8Array() } = await reader.read()
    got.push(value)
    lengths.push(value.length)
  }
  const kept = 1 << 16
  expect(lengths).toEqual([200_000 - kept, 1024, 1008, 993, 977])
  growth = 'whole'
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    got.push(value)
  }
  expect(Buffer.concat(got).equals(bytes)).toBe(true)
})

test('a file that nobody writes yet begins with what is known of it, and breaks off when it begins otherwise', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'growing')
  const read = async (written: string) => {
    rmSync(path, { force: true })
    const growing = {
      pathNow: () => (existsSync(path) ? path : undefined),
      growthNow: (): Growth => 'whole',
      head: Buffer.from('head'),
    }
    const reader = streamGrowing(growing, () => {}, undefined, 60).getReader()
    const known = [(await reader.read()).value, (await reader.read()).value].map((part) => `${Buffer.from(part ?? [])}`)
    writeFileSync(path, written)
    const rest = reader.read().then(
      ({ value }) => `${Buffer.from(value ?? [])}`,
      () => 'broken off',
    )
    return [...known, await rest]
  }
  expect(await read('head and all else')).toEqual(['h', 'e', 'ad and all else'])
  expect(await read('hat and all else')).toEqual(['h', 'e', 'broken off'])
})

test('a file that is moved while its reader opens it is looked for again, and is whole though it is deleted later', async () => {
  using folder = temporaryFolder()
  const [path, made] = [join(folder.path, 'growing'), join(folder.path, 'made')]
  const bytes = new Uint8Array(600_000).map((_, index) => index % 251)
  writeFileSync(path, bytes)
  const growths: Growth[] = ['whole']
  const pathNow = () => {
    if (existsSync(made)) return made
    renameSync(path, made)
    return path
  }
  const stream = streamGrowing({ pathNow, growthNow: () => growths.pop() ?? 'ended' }, () => {})
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
})

test('two orders for the same content make one file, and break off no reader', async () => {
  await using svc = await startServer()
  Object.assign(svc.ctx, { selfCommand: ['/bin/sh', '-c', '"$@"; sleep 1', 'sh', ...program] })
  const nova = cast(svc.ctx, 'nova')
  const { id } = await addMaster(svc.ctx, nova.cassetId, 'x.wav', {}, Buffer.alloc(51_000_000, 1))
  const order = { cassetId: nova.cassetId, format: 'original', since: null } as const
  const asked = askDownload(svc, nova, downloadPath('nova', 'original'))
  const [first] = await until(
    () => [...growingPacks(svc.ctx).values()],
    (paths) => paths.length === 1,
  )
  svc.ctx.jobs.add(buildPackJob, { ...order, only: [id] }, { key: 'another' })
  svc.tick(3_000)
  const answer = await asked
  await until(
    () => svc.ctx.jobs.find(buildPackJob, 'another')?.state,
    (state) => state === 'RUNNING',
  )
  expect([...growingPacks(svc.ctx).values()]).toEqual([first ?? ''])
  expect([...packedFiles(Buffer.from(await answer.arrayBuffer())).keys()]).toHaveLength(2)
  await svc.ctx.jobs.idle()
  expect([growingPacks(svc.ctx).size, keptPacks(svc).length]).toEqual([0, 1])
})
