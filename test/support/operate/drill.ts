import { Database } from 'bun:sqlite'
import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { promoteCommand } from '../../../src/operate/command/promote.ts'
import { begin, pay } from '../../bench/buyers.ts'
import { fillBuyers } from '../../bench/fill-buyers.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { program } from '../program.ts'
import { inTree } from '../tree.ts'
import { startStubBucket } from './stub-bucket.ts'

const path = inTree(`node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`)

/** Litestream 0.3.13 from npm, for tests alone; undefined where it has none for this machine. */
export const litestream = existsSync(path) ? path : undefined
if (!litestream) console.warn('npm has no Litestream for this machine: the failover drill is skipped.')

/**
 * The findings of a drill. `lost`: sales of the dead machine that its replica had not; the doctor
 * brought them back.
 */
export type Drill = {
  told: number
  paid: number
  granted: number
  lost: number
  lostMs: number
  tookMs: number
  exitCode: number
  said: string
}

const atOnce = 8
const leaseMs = 2_000

/**
 * Kills a primary and its Litestream at a random moment of a rush of sales, restores the replica in
 * another folder with the same secrets, promotes it, and counts. The processor is the one inside
 * the program: its file goes along as it was at the moment of death, since a real one would have
 * lived on. `least`: after so many sales the random moment begins, which lasts `withinMs`.
 */
export async function drill(bin: string, { buyers = 300, least = 30, withinMs = 4_000 } = {}): Promise<Drill> {
  using bucket = startStubBucket()
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const [here, there, replica] = [at('here'), at('there'), at('replica')]
  const market = await fillBuyers(here, buyers)
  const { REPLICA: _, ...leased } = bucket.env
  const env = { ...leased, PAYMENTS: 'test', LOG_LEVEL: 'silent' }
  const config = join(folder.path, 'litestream.yml')
  const replicas = `[{ type: file, path: ${replica}, sync-interval: 1s }]`
  writeFileSync(config, `dbs: [{ path: ${join(here, 'tapedeck.db')}, replicas: ${replicas} }]\n`)
  const primary = await startProcess({ dataDir: here, env })
  const copying = Bun.spawn([bin, 'replicate', '-config', config], { stdout: 'ignore', stderr: 'ignore' })
  await Bun.sleep(1_500)
  const begunAt = Date.now()
  let told = 0
  const queue = market.buyers.values()
  const line = async () => {
    for (const buyer of queue) {
      await pay(primary.url, buyer, await begin(primary.url, market.slug, buyer))
      told += 1
    }
  }
  const rush = Array.from({ length: atOnce }, () => line().catch(() => {}))
  while (told < least && told < buyers) await Bun.sleep(20)
  await Bun.sleep(Math.random() * withinMs)
  copying.kill('SIGKILL')
  await primary.end('SIGKILL')
  await copying.exited
  await Promise.all(rush)

  const from = performance.now()
  mkdirSync(there)
  const restored = join(there, 'tapedeck.db')
  const restore = Bun.spawn([bin, 'restore', '-config', config, '-o', restored, join(here, 'tapedeck.db')], {
    stderr: 'pipe',
  })
  if ((await restore.exited) !== 0) throw new Error(await new Response(restore.stderr).text())
  copyFileSync(join(here, 'secrets.json'), join(there, 'secrets.json'))
  cpSync(join(here, 'blobs'), join(there, 'blobs'), { recursive: true })
  for (const end of ['', '-wal']) {
    const name = `test-processor.db${end}`
    if (existsSync(join(here, name))) copyFileSync(join(here, name), join(there, name))
  }
  const before = salesOf(join(here, 'tapedeck.db'))
  const after = salesOf(restored)
  const standby = readConfig({ ...env, DATA_DIR: there })
  const said: string[] = []
  const quick = { ...standby, standby: { ...standby.standby, leaseMs } }
  const machine = { selfCommand: program, pids: { own: process.pid, isAlive: () => false }, program: '' }
  const exitCode = await promoteCommand(quick, machine, (text) => said.push(text))
  const tookMs = performance.now() - from
  return {
    told,
    paid: paidAt(join(there, 'test-processor.db')),
    granted: salesOf(restored).count,
    lost: before.count - after.count,
    lostMs: before.last - (after.last || begunAt),
    tookMs,
    exitCode,
    said: said.join('\n'),
  }
}

/** Counts the purchases of a database, and when the last was made. */
function salesOf(file: string) {
  using db = new Database(file, { readonly: true })
  const query = db.query<{ count: number; last: number }, []>(
    'SELECT count(*) AS count, coalesce(max(purchased_at), 0) AS last FROM purchases',
  )
  return query.get() ?? { count: 0, last: 0 }
}

function paidAt(file: string): number {
  using db = new Database(file, { readonly: true })
  const rows = db.query<{ json: string }, []>("SELECT json FROM objects WHERE type = 'payment_intent'").all()
  return rows.filter(({ json }) => JSON.parse(json).status === 'succeeded').length
}
