import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { signTicket } from '../../src/platform/relay/ticket.ts'
import { freePort, hasRedis, startRedis } from '../support/room/redis.ts'
import { startCrowd, talk } from './crowd.ts'
import { fillRooms } from './fill-rooms.ts'
import { cpuSec, type Program, rssMb, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const secret = 'a secret that the edges of the bench share'
const [listeners, perSecond, seconds] = [2_000, 30, 10]

/**
 * What a delivery costs with so many edges, in processor time: of the edges alone, and of the
 * primary for an event.
 */
type Measured = { perCpuSec: number; primaryUs: number; kbEach: number; isWhole: boolean; p99Ms: number }

async function measure(executable: string, count: number): Promise<Measured> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(scratchFolder())
  const dataDir = join(folder.path, 'data')
  const cookies = await fillRooms(dataDir, 100)
  const redis = stack.use(await startRedis())
  const shared = { HOST: '127.0.0.1', REDIS_URL: redis.url, EDGE_SECRET: secret, LOG_LEVEL: 'silent' }
  const roomsUrl = `http://127.0.0.1:${freePort()}`
  const env = { ...shared, DATA_DIR: dataDir, PORT: '0', ROOMS_URL: roomsUrl, STREAMS_PER_ADDRESS: '10000' }
  const primary = stack.use(await startProgram([executable], env))
  const edges: Program[] = []
  for (let n = 0; n < count; n += 1) {
    const own = { ...shared, PORT: `${freePort()}`, PRIMARY_URL: primary.url, STREAMS_PER_ADDRESS: '10000' }
    edges.push(stack.use(await startProgram([executable, 'edge'], own)))
  }
  const before = await sum(edges, ({ pid }) => rssMb(pid))
  const path = `/room?ticket=${signTicket(secret, { room: roomId(dataDir), member: null, at: Date.now() })}`
  const crowds = edges.map(({ port }) => stack.use(startCrowd(port, path)))
  const each = Math.floor(listeners / count)
  for (const crowd of crowds) await crowd.tell(`open ${each} 1`)
  const kbEach = (((await sum(edges, ({ pid }) => rssMb(pid))) - before) * 1_024) / (each * count)
  await talk({ url: primary.url, cookies, perSecond, seconds: 2, rooms: 1 })
  await Bun.sleep(1_500)
  for (const crowd of crowds) await crowd.tell('report')
  const used = await sum(edges, ({ pid }) => cpuSec(pid))
  const usedByPrimary = await cpuSec(primary.pid)
  await talk({ url: primary.url, cookies, perSecond, seconds, rooms: 1 })
  await Bun.sleep(1_500)
  const cpu = (await sum(edges, ({ pid }) => cpuSec(pid))) - used
  const reports = await Promise.all(crowds.map((crowd) => crowd.tell('report')))
  const heard = reports.reduce((total, { events }) => total + events, 0)
  const wrong = reports.reduce((total, { lost, doubled }) => total + lost + doubled, 0)
  return {
    perCpuSec: heard / cpu / 1_000,
    primaryUs: (((await cpuSec(primary.pid)) - usedByPrimary) * 1e6) / (perSecond * seconds),
    kbEach,
    isWhole: wrong === 0 && heard === each * count * perSecond * seconds,
    p99Ms: Math.max(...reports.map(({ p99Ms }) => p99Ms)),
  }
}

/**
 * Edges: the same listeners on 1, 2 and 4 of them. What counts is processor time: there are two
 * cores here.
 */
export async function benchEdges(executable: string): Promise<Row[]> {
  if (!hasRedis) return []
  const [one, two, four] = [await measure(executable, 1), await measure(executable, 2), await measure(executable, 4)]
  const all = [one, two, four]
  const least = Math.min(two.perCpuSec, four.perCpuSec) / one.perCpuSec
  const figures = all.map(({ perCpuSec }) => perCpuSec.toFixed(0)).join(', ')
  const whole = all.every(({ isWhole }) => isWhole) ? 'none lost or doubled' : 'NOT all came once'
  const load = `${perSecond} comments a second to ${listeners}`
  return [
    atLeast('deliveries of an edge a second of processor, in thousands', one.perCpuSec, 300, `${load}; ${whole}`),
    atLeast('the same on 2 and 4 edges, of what one does', least, 0.9, `${figures} on 1, 2 and 4 edges`),
    atMost('memory of each listener of an edge', one.kbEach, 16, 'KB', 'without TLS'),
    atMost(
      'processor of the primary for a comment that 4 edges carry, of 1 edge',
      four.primaryUs / one.primaryUs,
      1.2,
      'times',
      all.map(({ primaryUs }) => `${primaryUs.toFixed(0)} µs`).join(', '),
    ),
  ]
}

async function sum(edges: readonly Program[], of: (edge: Program) => Promise<number>): Promise<number> {
  let total = 0
  for (const edge of edges) total += await of(edge)
  return total
}

/** The room of room0's casset. */
function roomId(dataDir: string): string {
  using db = new Database(join(dataDir, 'tapedeck.db'), { readonly: true })
  const which = "SELECT cassets.id FROM cassets JOIN artists ON artists.id = artist_id WHERE handle = 'room0'"
  return db.query<{ id: string }, []>(which).get()?.id ?? ''
}
