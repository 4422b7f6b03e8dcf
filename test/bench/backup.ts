import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { closeDb } from '../../db/open.ts'
import { addMaster } from '../support/casset/download.ts'
import { cast } from '../support/world.ts'
import { openFolder } from './open-folder.ts'
import { scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const masters = 40
const bytesEach = 25_000_000
const perSecond = 200

/**
 * Measures a backup of a gigabyte of masters while the site answers 200 requests of the public API
 * a second, and a second one to the same folder, which stores only what is new.
 */
export async function benchBackup(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const [data, to] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  mkdirSync(to)
  await fill(data)
  await using program = await startProgram([executable], {
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const backUp = async () => {
    const from = performance.now()
    const child = Bun.spawn([executable, 'backup', '--to', to], { env: { DATA_DIR: data }, stdout: 'ignore' })
    const exitCode = await child.exited
    if (exitCode !== 0) throw new Error(`The backup ended with ${exitCode}.`)
    return (performance.now() - from) / 1000
  }
  const before = await during(program.url, () => Bun.sleep(5_000))
  const first = await during(program.url, backUp)
  const second = await during(program.url, backUp)
  const note = `${before.p99Ms.toFixed(1)} ms without one; ${first.failed + second.failed} failed`
  const what = 'backup of 1 GB to a folder under 200 requests a second'
  return [
    atMost(what, first.value, 30, 's'),
    atMost(`${what}: v1, p99 meanwhile`, first.p99Ms, 40, 'ms', note),
    atMost('a second backup of it, of which nothing is new', second.value, 3, 's'),
  ]
}

async function fill(dataDir: string): Promise<void> {
  const ctx = await openFolder(dataDir)
  const nova = cast(ctx, 'nova')
  for (let n = 0; n < masters; n += 1) {
    const bytes = new Uint8Array(bytesEach)
    for (let at = 0; at < bytesEach; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
    await addMaster(ctx, nova.cassetId, 'wav-8.wav', { title: `Master ${n}` }, bytes)
  }
  closeDb(ctx.db)
}

/** Each request comes from an address of its own, so that no limit refuses it. */
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

/** Acts under an even load; a latency counts from the moment at which the request was due. */
async function during<T>(url: string, act: () => Promise<T>) {
  const latencies: number[] = []
  let failed = 0
  let isOver = false
  const pending: Promise<void>[] = []
  const from = performance.now()
  const sending = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const dueMs = from + (n * 1000) / perSecond
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await Bun.sleep(waitMs)
      pending.push(
        fetch(`${url}/api/v1/artists/nova`, { headers: { 'x-forwarded-for': addressOf(n) } }).then(async (answer) => {
          await answer.bytes()
          if (!answer.ok) failed += 1
          latencies.push(performance.now() - dueMs)
        }),
      )
    }
  })()
  const value = await act()
  isOver = true
  await sending
  await Promise.all(pending)
  latencies.sort((a, b) => a - b)
  return { value, failed, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0 }
}
