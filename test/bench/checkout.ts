import { join } from 'node:path'
import { type Sold, sell, watchPurchases } from './buyers.ts'
import { fillBuyers } from './fill-buyers.ts'
import { cpuSec, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const bareScript = join(import.meta.dir, 'bare-checkout.ts')
const atOnce = 16
const perRound = 1_500
const rounds = 3

type Side = { url: string; pid: number; database: string }
type Measured = Sold & { cpuMs: number }

/**
 * Measures whole checkouts, with the test processor in the same process, until the purchase stands
 * in the database, against a bare server that makes as many exchanges and transactions, in
 * alternating rounds.
 */
export async function benchCheckout(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const data = join(folder.path, 'data')
  const market = await fillBuyers(data, perRound * (rounds + 1))
  const env = { DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', PAYMENTS: 'test' }
  await using ours = await startProgram([executable], { ...env, PLATFORM_FEE_PERCENT: '10' }, false)
  const bareDb = join(folder.path, 'bare.db')
  await using bare = await startProgram([process.execPath, bareScript, bareDb], {}, false)
  const mine: Measured[] = []
  const theirs: Measured[] = []
  for (let n = 0; n <= rounds; n += 1) {
    const buyers = market.buyers.slice(n * perRound, (n + 1) * perRound)
    const round = (side: Side, who: typeof buyers) => measure(side, market.slug, who)
    mine.push(await round({ ...ours, database: join(data, 'tapedeck.db') }, buyers))
    const strangers = buyers.map(({ userId }) => ({ userId, cookie: userId }))
    theirs.push(await round({ ...bare, database: bareDb }, strangers))
  }
  // The first round of each warms up and does not count.
  const [a, b] = [median(mine.slice(1)), median(theirs.slice(1))]
  const bareFigures = `${Math.round(b.perSecond)} a second, p99 ${b.p99Ms.toFixed(0)} ms`
  return [
    atLeast(
      'whole checkouts a second, test processor inside',
      a.perSecond,
      400,
      `${a.cpuMs.toFixed(2)} ms of processor each`,
    ),
    atMost(
      `p99 of a whole checkout at that rate, ${atOnce} buyers at once`,
      a.p99Ms,
      80,
      'ms',
      `half in ${a.p50Ms.toFixed(0)} ms`,
    ),
    atMost(
      'processor of a whole checkout, of as many bare exchanges and transactions',
      a.cpuMs / b.cpuMs,
      5,
      'times',
      `${b.cpuMs.toFixed(2)} ms, ${bareFigures}; ${(a.perSecond / b.perSecond).toFixed(2)} of their rate`,
    ),
  ]
}

async function measure(
  { url, pid, database }: Side,
  slug: string,
  buyers: Parameters<typeof sell>[2],
): Promise<Measured> {
  using watch = watchPurchases(database)
  const before = await cpuSec(pid)
  const sold = await sell(url, slug, buyers, atOnce, watch)
  return { ...sold, cpuMs: (((await cpuSec(pid)) - before) / buyers.length) * 1000 }
}

const nothing: Measured = { perSecond: 0, p50Ms: 0, p99Ms: 0, cpuMs: 0 }

const median = (measured: Measured[]): Measured =>
  measured.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(measured.length / 2)] ?? nothing
