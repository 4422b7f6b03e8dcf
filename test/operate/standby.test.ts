import { expect, spyOn, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { promoteCommand } from '../../src/operate/command/promote.ts'
import { startServing } from '../../src/operate/command/start-serving.ts'
import { holdLease, type Lease, takeOver } from '../../src/platform/standby/hold-lease.ts'
import { openLeases } from '../../src/platform/standby/lease-store.ts'
import { newHolder } from '../../src/platform/standby/new-holder.ts'
import { standbyCheck } from '../../src/platform/standby/standby-check.ts'
import { waitLimitMs } from '../support/limits.ts'
import { startStubBucket } from '../support/operate/stub-bucket.ts'
import { temporaryFolder } from '../support/process.ts'
import { publishedRelease } from '../support/release/release.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

type Bucket = ReturnType<typeof startStubBucket>

const optionsOf = (bucket: Bucket, dataDir: string, leaseMs = 60_000) => {
  const { lease } = readConfig(bucket.env).standby
  if (!lease) throw new Error('There is no lease.')
  return { dataDir, leases: openLeases(lease), leaseMs, makeId: newHolder, now: Date.now }
}

/** Waits until a lease is lost, and returns what its machine says of it. */
const lossOf = async ({ lost }: Lease) =>
  Promise.race([lost.then(({ message }) => message), Bun.sleep(waitLimitMs).then(() => 'The lease is still held.')])

const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '' }
const configOf = (bucket: Bucket, dataDir: string) =>
  readConfig({ ...bucket.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' })

test('the first machine gets the lease, keeps it over restarts, and no other one serves meanwhile', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  using there = temporaryFolder()
  const first = await holdLease(optionsOf(bucket, here.path))
  expect(first.number).toBe(1)
  await expect(holdLease(optionsOf(bucket, there.path))).rejects.toThrow('Another machine may serve this site')
  await first.release()
  await expect(holdLease(optionsOf(bucket, there.path))).rejects.toThrow('run tapedeck promote here')
  const again = await holdLease(optionsOf(bucket, here.path))
  expect(again.number).toBe(1)
  expect(bucket.keys()).toEqual(['lease/000000001'])
  await again.release()
})

test('a machine that starts again does not serve beside one that was promoted while it looked', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  using there = temporaryFolder()
  await (await holdLease(optionsOf(bucket, here.path))).release()
  const options = optionsOf(bucket, here.path)
  const { leases } = options
  const promoted = () => takeOver(optionsOf(bucket, there.path))
  const late = {
    ...leases,
    async setReleased(number: number, isReleased: boolean) {
      expect(await promoted()).toEqual({ number: 2, waitMs: 0 })
      await leases.setReleased(number, isReleased)
    },
  }
  await expect(holdLease({ ...options, leases: late })).rejects.toThrow('Another machine was promoted a moment ago.')
})

test('a machine that is promoted waits for one that did not let go, which stops; after a release nobody waits', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  using there = temporaryFolder()
  const first = await holdLease(optionsOf(bucket, here.path, 6_000))
  const promoted = await takeOver(optionsOf(bucket, there.path, 6_000))
  expect(promoted).toEqual({ number: 2, waitMs: 6_000 })
  const asked = await takeOver(optionsOf(bucket, there.path, 6_000))
  expect(asked.number).toBe(2)
  expect(asked.waitMs).toBeGreaterThan(0)
  expect(await lossOf(first)).toContain('Another machine was promoted')
  await expect(holdLease(optionsOf(bucket, there.path, 6_000))).rejects.toThrow('may still serve for')
  await expect(holdLease(optionsOf(bucket, here.path))).rejects.toThrow('Another machine may serve')
  using third = temporaryFolder()
  const later = { ...optionsOf(bucket, there.path), now: () => Date.now() + 7_000 }
  const second = await holdLease(later)
  await second.release()
  expect(await takeOver(optionsOf(bucket, third.path))).toEqual({ number: 3, waitMs: 0 })
})

test('a machine that ends while it takes its lease knows it again', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  const options = optionsOf(bucket, here.path)
  const { leases } = options
  const ending = {
    ...leases,
    async take(...lease: Parameters<typeof leases.take>) {
      await leases.take(...lease)
      throw new Error('killed')
    },
  }
  await expect(holdLease({ ...options, leases: ending })).rejects.toThrow('killed')
  const again = await holdLease(options)
  expect(again.number).toBe(1)
  await again.release()
})

test('a lease counts as seen when it was asked for, not when a slow bucket answers', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  const options = optionsOf(bucket, here.path, 1_200)
  const goesOn = Promise.withResolvers<string>()
  let [nowMs, asks] = [0, 0]
  using _ = spyOn(performance, 'now').mockImplementation(() => nowMs)
  const slow = {
    ...options.leases,
    async has(number: number) {
      const isThere = await options.leases.has(number)
      nowMs += 700
      asks += 1
      if (asks === 6) goesOn.resolve('It goes on.')
      return isThere
    },
  }
  const lease = await holdLease({ ...options, leases: slow })
  expect(await Promise.race([lossOf(lease), goesOn.promise])).toContain('has not answered for 0.6 s')
  await lease.release()
})

test('of machines that are promoted at the same moment one gets the lease', async () => {
  using bucket = startStubBucket()
  using folders = new DisposableStack()
  await holdLease(optionsOf(bucket, folders.use(temporaryFolder()).path))
  const tried = await Promise.allSettled(
    Array.from({ length: 8 }, () => takeOver(optionsOf(bucket, folders.use(temporaryFolder()).path))),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled').length).toBe(1)
})

test('a primary that does not see the lease for half its time stops; nobody starts without seeing it', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  const lease = await holdLease(optionsOf(bucket, here.path, 1_200))
  bucket.behaviour = 'broken'
  expect(await lossOf(lease)).toContain('has not answered for 0.6 s')
  await expect(holdLease(optionsOf(bucket, here.path))).rejects.toThrow('cannot be asked who may serve')
})

test('a server that knows no conditional writes is refused', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  bucket.behaviour = 'unconditional'
  await expect(holdLease(optionsOf(bucket, here.path))).rejects.toThrow('knows no conditional writes')
})

test('a serving machine notices a promotion, and what is promoted goes on above all that was', async () => {
  using bucket = startStubBucket()
  using here = temporaryFolder()
  using there = temporaryFolder()
  putMigrated(here.path)
  putMigrated(there.path)
  bucket.put('replica/generations/1/wal/1', 'x')
  const serving = await startServing(configOf(bucket, here.path), machine)
  expect(serving.ctx.bus.place().epoch).toBe(1_000_001)
  await expect(startServing(configOf(bucket, there.path), machine)).rejects.toThrow('Another machine may serve')
  writeFileSync(join(there.path, 'log-head.json'), '{}')
  await serving.running.stop()
  const said: string[] = []
  expect(await promoteCommand(configOf(bucket, there.path), machine, (line) => said.push(line))).toBe(0)
  expect(said.join('\n')).toContain('This machine has the lease now: number 2.')
  expect(existsSync(join(there.path, 'log-head.json'))).toBe(false)
  const promoted = await startServing(configOf(bucket, there.path), machine)
  expect(promoted.ctx.bus.place().epoch).toBe(2_000_001)
  await promoted.running.stop()
})

test('the doctor says who has the lease, how old the replica is, and that the clock is wrong', async () => {
  using bucket = startStubBucket()
  using late = startStubBucket({ aheadMs: 300_000 })
  await using svc = await startServer({ env: bucket.env })
  const look = async (env = bucket.env) => {
    const finding = await standbyCheck.look({
      ...svc.ctx,
      config: { ...svc.ctx.config, standby: readConfig(env).standby },
    })
    return finding.problem ?? finding.note
  }
  expect(await look()).toBe('REPLICA holds no copy of the database')
  bucket.put('replica/generations/1/wal/1', 'x')
  expect(await look()).toMatch(/^replica stored \d s ago$/)
  late.put('replica/generations/1/wal/1', 'x')
  expect(await look(late.env)).toMatch(/^the clock here is -\d+ s ahead/)
  using early = startStubBucket({ aheadMs: -300_000 })
  early.put('replica/generations/1/wal/1', 'x')
  expect(await look(early.env)).toMatch(/^the clock here is 30\d s ahead/)
  using elsewhere = temporaryFolder()
  await holdLease(optionsOf(bucket, elsewhere.path))
  expect(await look()).toContain('may not be served')
  bucket.behaviour = 'broken'
  expect(await look()).toContain('is of no use')
})

test('heads of the log are signed only over what the replica has', async () => {
  using bucket = startStubBucket()
  await using svc = await startServer({ env: { REPLICA: 's3://tapes/replica', ...keysOf(bucket) } })
  const { nova, dawn } = await world(svc)
  await publishedRelease(svc, nova, [dawn.id])
  const look = async () => {
    svc.tick(11_000)
    await svc.ctx.jobs.idle()
    return (await svc.fetch('/log/checkpoint')).status
  }
  expect(await look()).toBe(404)
  // Stored before the entries can be in it.
  bucket.put('replica/generations/1/wal/1', 'x', 2_000)
  expect([await look(), await look()]).toEqual([404, 404])
  bucket.put('replica/generations/1/wal/2', 'x', 9_000)
  expect(await look()).toBe(200)
})

const keysOf = ({ env }: Bucket) => Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('S3_')))
