import { join } from 'node:path'
import { type Cookies, fillGrowth, type Grown, type Size } from './fill-growth.ts'
import { medianOf } from './median.ts'
import { type Program, scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const sizes: readonly Size[] = [
  { cassets: 10, sales: 100, codesInBatch: 10 },
  { cassets: 1_000, sales: 1_250, codesInBatch: 100 },
  { cassets: 100_000, sales: 125_000, codesInBatch: 1_000 },
]

/**
 * A read, by whom, and the most milliseconds of processor time that it may take in the largest
 * database. `full` is the index of the smallest database that fills its page: 0 unless a page shows
 * more rows than ten cassets give.
 */
type Read = { path: string; by?: keyof Cookies; mostMs?: number; full?: number }

const day = 86_400_000
const year = `from=${new Date(Date.now() - 364 * day).toISOString().slice(0, 10)}`

// The searches of listeners: a word of all cassets, one of a single casset, both, eight words of
// all, a beginning, nothing.
const searches = [
  { q: 'casset', full: 1 },
  { q: 'seller' },
  { q: 'casset seller' },
  { q: 'casset artist number song cass art num so', full: 1 },
  { q: 'ca', full: 1 },
  { q: 'casset nobody-has-this' },
]

const reads: readonly Read[] = [
  { path: '/api/v1/artists/seller' },
  { path: '/api/v1/artists/seller/catalog' },
  { path: '/api/cassets/recent?limit=25', full: 1 },
  { path: '/', full: 1 },
  ...searches.flatMap(({ q, ...rest }): Read[] => {
    const asked = new URLSearchParams({ q })
    return [
      { path: `/api/cassets/search?limit=25&${asked}`, mostMs: 2, ...rest },
      { path: `/?${asked}`, mostMs: 5, ...rest },
    ]
  }),
  { path: '/@seller' },
  { path: '/api/casset/seller/media' },
  { path: '/api/casset/seller/media', by: 'seller', mostMs: 5 },
  ...['', '/emoji', '/codes', '/payouts', '/tax', '/files', '/mailing-list', '/clips', '/sales'].map(
    (room): Read => ({ path: `/studio${room}`, by: 'seller', mostMs: 5 }),
  ),
  { path: '/studio/sales?span=12m', by: 'seller', mostMs: 15, full: 1 },
  { path: '/desk', by: 'owner', mostMs: 5 },
  ...['/sellers', '/accounts'].map((room): Read => ({ path: `/studio${room}`, by: 'owner', mostMs: 5, full: 1 })),
  { path: '/api/admin/accounts?q=nobody-has-this', by: 'owner', mostMs: 5 },
  // A year has equally many days in each database, but in the smallest fewer of them have sales.
  { path: `/api/studio/statistics?${year}`, by: 'seller', mostMs: 15, full: 1 },
  { path: `/api/studio/statistics?${year}`, by: 'owner', mostMs: 15, full: 1 },
  { path: '/api/studio/sales?limit=100', by: 'seller', full: 1 },
  { path: '/api/studio/disputes', by: 'seller', full: 1 },
  { path: '/api/studio/disputes', by: 'owner', full: 1 },
  { path: '/library', by: 'collector', full: 1 },
  { path: '/api/purchases/mine?limit=100', by: 'collector', full: 1 },
  { path: '/receipts', by: 'collector' },
  { path: '/account', by: 'collector' },
  { path: '/@seller/sideb' },
  { path: '/@seller/feed.xml' },
  { path: '/notifications', by: 'collector' },
  { path: '/api/notifications', by: 'collector' },
  { path: '/api/notifications/unread-count', by: 'collector' },
  { path: '/api/hooks/:hook/comments', full: 1 },
  { path: '/studio/room', by: 'seller' },
  { path: '/studio/releases', by: 'seller', full: 1 },
  { path: '/api/studio/releases', by: 'seller', full: 1 },
  { path: '/studio/drops', by: 'seller', full: 1 },
  { path: '/drops', full: 1 },
  { path: '/api/campaigns', full: 1 },
  { path: '/drops/:drop', full: 1 },
]

/** Reads that take long: the longest time that one blocks the loop is measured, not its length. */
const long: readonly Read[] = [
  { path: `/api/studio/statistics.csv?${year}`, by: 'seller' },
  { path: `/api/admin/ledger.csv?${year}`, by: 'owner' },
  { path: '/api/studio/mailing-list.csv', by: 'seller' },
]

type Measured = { cpuMs: number; longestMs: number }
type Side = Grown & { program: Program; told: string }

const rounds = 7
const inRound = 20
const longRounds = 5
const mostRatio = 1.5
const mostBlockMs = 10

/** Measures the same reads in databases of three sizes: processor time, and blocks of the loop. */
export async function benchGrowth(): Promise<Row[]> {
  using folder = scratchFolder()
  await using stack = new AsyncDisposableStack()
  const sides: Side[] = []
  for (const size of sizes) {
    const side = await startSide(join(folder.path, String(size.cassets)), size)
    stack.use(side.program)
    sides.push(side)
  }
  const rows: Row[] = []
  let worst = { what: '', longestMs: 0 }
  for (const read of reads) {
    const { ratio, each } = await compareSides(sides, read)
    const { cpuMs = 0, longestMs = 0 } = each.at(-1) ?? {}
    const what = nameOf(read)
    const costs = each.map((side) => side.cpuMs.toFixed(2)).join(', ')
    rows.push(atMost(`${what}: cost in the largest`, ratio, mostRatio, 'times', `${costs} ms of processor`))
    if (read.mostMs !== undefined) rows.push(atMost(`${what}: processor`, cpuMs, read.mostMs, 'ms'))
    if (longestMs > worst.longestMs) worst = { what, longestMs }
  }
  for (const read of long) {
    // The first time its code is compiled.
    await measure(sides.at(-1), read, 1)
    const blocks: number[] = []
    for (let n = 0; n < longRounds; n += 1) blocks.push((await measure(sides.at(-1), read, 1)).longestMs)
    const longestMs = medianOf(blocks)
    rows.push(atMost(`${nameOf(read)}: longest block of the loop`, longestMs, mostBlockMs, 'ms'))
  }
  const { what, longestMs } = worst
  return [...rows, atMost('longest block of the loop by any other of these', longestMs, mostBlockMs, 'ms', what)]
}

const nameOf = ({ path, by }: Read) => `${path.replace(year, 'a year')}${by ? ` (${by})` : ''}`

async function startSide(dataDir: string, size: Size): Promise<Side> {
  const grown = await fillGrowth(dataDir, size)
  const file = join(import.meta.dir, 'growth-server.ts')
  const program = await startProgram([process.execPath, file], { DATA_DIR: dataDir })
  return { ...grown, program, told: /told at (\S+)/.exec(program.said)?.[1] ?? '' }
}

/** Returns each side's medians, and that of the ratios of the largest to the smallest full one. */
async function compareSides(sides: readonly Side[], read: Read): Promise<{ ratio: number; each: Measured[] }> {
  for (const side of sides) await measure(side, read, inRound)
  const measured: Measured[][] = []
  for (let n = 0; n < rounds; n += 1) {
    const round: Measured[] = []
    for (const side of sides) round.push(await measure(side, read, inRound))
    measured.push(round)
  }
  const full = read.full ?? 0
  const middle = (field: keyof Measured, side: number) => medianOf(measured.map((round) => round[side]?.[field] ?? 0))
  return {
    ratio: medianOf(measured.map((round) => (round.at(-1)?.cpuMs ?? 0) / (round[full]?.cpuMs ?? 1))),
    each: sides.map((_, side) => ({ cpuMs: middle('cpuMs', side), longestMs: middle('longestMs', side) })),
  }
}

/** Sends the requests one after another. Throws unless each is answered 200. */
async function measure(side: Side | undefined, { path, by }: Read, times: number): Promise<Measured> {
  if (!side) throw new Error('There is no database.')
  const told = async (): Promise<Measured> => (await fetch(side.told)).json()
  await told()
  for (let n = 0; n < times; n += 1) {
    const address = path.replace(':hook', side.ids.hook).replace(':drop', side.ids.drop)
    const response = await fetch(side.program.url + address, { headers: by ? { cookie: side.cookies[by] } : {} })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`)
  }
  const { cpuMs, longestMs } = await told()
  return { cpuMs: cpuMs / times, longestMs }
}
