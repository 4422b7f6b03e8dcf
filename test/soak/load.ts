import { type Begun, pay, send } from '../bench/buyers.ts'
import { fillBuyers } from '../bench/fill-buyers.ts'
import { medianOf } from '../bench/median.ts'
import { rssMb, scratchFolder, startProgram } from '../bench/program.ts'
import { program } from '../support/program.ts'

/**
 * Mixed load with writes at an even pace, while memory is watched: strangers read pages and v1,
 * buyers their library and receipts, the artist sales and statistics; buyers tip and the artist
 * makes codes. Fails when memory in the last third is on average above that in the second, or a
 * request fails. `bun test/soak/load.ts [minutes] [requests a second]`.
 */
const [, , minutes = '60', perSecond = '100'] = Bun.argv
const sampleMs = 2_000
const atOnce = 8
/** Allows for objects that the garbage collector has not yet taken when memory is read. */
const tolerance = 1.05

using folder = scratchFolder()
const market = await fillBuyers(folder.path, 500)
await using ours = await startProgram(
  [...program],
  {
    DATA_DIR: folder.path,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PAYMENTS: 'test',
    TRUSTED_PROXIES: '127.0.0.1',
  },
  false,
)
const { slug, seller, buyers } = market
let asked = 0
let limited = 0
const failures: string[] = []

async function read(path: string, cookie?: string): Promise<void> {
  const address = `100.${64 + (asked >> 16)}.${(asked >> 8) & 255}.${asked & 255}`
  const headers = { 'x-forwarded-for': address, 'accept-encoding': 'br', ...(cookie ? { cookie } : {}) }
  const response = await fetch(ours.url + path, { headers })
  await response.arrayBuffer()
  if (response.status === 429) limited += 1
  else if (response.status !== 200) failures.push(`${path}: ${response.status}`)
}

const buyer = (n: number) => buyers[n % buyers.length] ?? { userId: '', cookie: '' }

async function tip(n: number): Promise<void> {
  const begun = await send<Begun>(ours.url, `/api/casset/${slug}/tip`, buyer(n), { amount: 300 })
  await pay(ours.url, buyer(n), begun)
}

async function makeCodes(): Promise<void> {
  const body = JSON.stringify({ cassetId: seller.cassetId, label: 'Friends', count: 5 })
  const headers = { cookie: seller.cookie, 'content-type': 'application/json' }
  const { status } = await fetch(`${ours.url}/api/studio/codes`, { method: 'POST', headers, body })
  if (status !== 201 && status !== 429) failures.push(`codes: ${status}`)
}

/** One request in `every` does this work. */
const kinds: readonly (readonly [every: number, work: (n: number) => Promise<void>])[] = [
  [200, makeCodes],
  [100, () => read('/studio/sales', seller.cookie)],
  [90, () => read('/api/studio/statistics', seller.cookie)],
  [20, tip],
  [11, (n) => read('/library', buyer(n).cookie)],
  [10, (n) => read('/receipts', buyer(n).cookie)],
  [7, () => read('/')],
  [5, () => read(`/@${slug}`)],
  [3, () => read(`/api/casset/${slug}/media`)],
  [1, () => read(`/api/v1/artists/${slug}`)],
]

const endAt = performance.now() + Number(minutes) * 60_000
const samples: { sec: number; mb: number }[] = []
const startedAt = performance.now()
const sampler = setInterval(async () => {
  samples.push({ sec: (performance.now() - startedAt) / 1_000, mb: await rssMb(ours.pid) })
}, sampleMs)

const line = async () => {
  while (performance.now() < endAt) {
    const n = asked
    asked += 1
    const dueAt = startedAt + (n * 1_000) / Number(perSecond)
    await Bun.sleep(Math.max(0, dueAt - performance.now()))
    try {
      await kinds.find(([every]) => n % every === 0)?.[1](n)
    } catch (error) {
      failures.push(String(error))
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, line))
clearInterval(sampler)

const byMinute = Map.groupBy(samples, ({ sec }) => Math.floor(sec / 60))
console.log('MB by the minute:', ...[...byMinute.values()].map((part) => medianOf(part.map(({ mb }) => mb)).toFixed(0)))
const third = Math.floor(samples.length / 3)
const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) =>
  medianOf(part.map(({ mb }) => mb)),
)
const grows = (last ?? 0) > (second ?? 0) * tolerance
console.log(
  `${asked} requests in ${minutes} minutes, ${limited} limited, ${failures.length} failed; ` +
    `${(second ?? 0).toFixed(0)} MB in the second third, ${(last ?? 0).toFixed(0)} MB in the last, ` +
    `slope ${slopeOf(samples.slice(third)).toFixed(1)} MB an hour`,
)
for (const failure of new Set(failures.slice(0, 10))) console.error(failure)
process.exitCode = failures.length > 0 || grows ? 1 : 0

/** Returns the rise of memory in an hour, by the least squares of the samples. */
function slopeOf(points: typeof samples): number {
  const mean = (pick: (point: (typeof samples)[number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / Math.max(1, points.length)
  const [sec, mb] = [mean((point) => point.sec), mean((point) => point.mb)]
  const both = mean((point) => (point.sec - sec) * (point.mb - mb))
  return (both / mean((point) => (point.sec - sec) ** 2)) * 3_600
}
