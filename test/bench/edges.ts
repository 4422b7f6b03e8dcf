import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { signTicket } from '../../src/platform/edge/relay/ticket.ts'
import { freePort, hasRedis, startRedis } from '../support/room/redis.ts'
import { selfSigned } from '../support/room/self-signed.ts'
import { startCrowd, talk } from './crowd.ts'
import { fillRooms } from './fill-rooms.ts'
import { cpuSec, type Program, rssMb, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const secret = 'a secret that the edges of the bench share'
const [listeners, perSecond, seconds, warmUpSec] = [2_000, 30, 20, 10]

/**
 * Deliveries for each second of the edges' processor time, and the same (`net…`) without
 * `hearingMs`, which the edges take to hear these comments for no listeners; the primary's time for
 * an event.
 */
type Measured = {
  perCpuSec: number
  netPerCpuSec: number
  hearingMs: number
  primaryUs: number
  isWhole: boolean
}

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
  const startEdge = async () => {
    const own = { ...shared, PORT: `${freePort()}`, PRIMARY_URL: primary.url, STREAMS_PER_ADDRESS: '10000' }
    return stack.use(await startProgram([executable, 'edge'], own))
  }
  for (let n = 0; n < count; n += 1) edges.push(await startEdge())
  const deaf = await startEdge()
  const path = `/room?ticket=${signTicket(secret, { room: roomId(dataDir), member: null, at: Date.now() })}`
  const crowds = edges.map(({ port }) => stack.use(startCrowd(port, path)))
  const each = Math.floor(listeners / count)
  for (const crowd of crowds) await crowd.tell(`open ${each} 1`)
  await talk({ url: primary.url, cookies, perSecond, seconds: warmUpSec, rooms: 1 })
  await Bun.sleep(1_500)
  for (const crowd of crowds) await crowd.tell('report')
  const used = await sum(edges, ({ pid }) => cpuSec(pid))
  const usedByDeaf = await cpuSec(deaf.pid)
  const usedByPrimary = await cpuSec(primary.pid)
  await talk({ url: primary.url, cookies, perSecond, seconds, rooms: 1 })
  await Bun.sleep(1_500)
  const cpu = (await sum(edges, ({ pid }) => cpuSec(pid))) - used
  const hearing = (await cpuSec(deaf.pid)) - usedByDeaf
  const reports = await Promise.all(crowds.map((crowd) => crowd.tell('report')))
  const heard = reports.reduce((total, { events }) => total + events, 0)
  const wrong = reports.reduce((total, { lost, doubled }) => total + lost + doubled, 0)
  return {
    perCpuSec: heard / cpu / 1_000,
    netPerCpuSec: heard / (cpu - count * hearing) / 1_000,
    hearingMs: (hearing * 1_000) / seconds,
    primaryUs: (((await cpuSec(primary.pid)) - usedByPrimary) * 1e6) / (perSecond * seconds),
    isWhole: wrong === 0 && heard === each * count * perSecond * seconds,
  }
}

/** Measures the same listeners on 1, 2 and 4 edges, by processor time: there are two cores. */
export async function benchEdges(executable: string): Promise<Row[]> {
  if (!hasRedis) return []
  const [one, two, four] = [await measure(executable, 1), await measure(executable, 2), await measure(executable, 4)]
  const all = [one, two, four]
  const least = (of: 'perCpuSec' | 'netPerCpuSec') => Math.min(two[of], four[of]) / one[of]
  const figures = (of: 'perCpuSec' | 'netPerCpuSec' | 'hearingMs') => all.map((each) => each[of].toFixed(0)).join(', ')
  const whole = all.every(({ isWhole }) => isWhole) ? 'none lost or doubled' : 'NOT all came once'
  const load = `${perSecond} comments a second to ${listeners}`
  return [
    atLeast('deliveries of an edge a second of processor, in thousands', one.perCpuSec, 300, `${load}; ${whole}`),
    atLeast(
      'the same on 2 and 4 edges, of what one does',
      least('netPerCpuSec'),
      0.9,
      `${figures('netPerCpuSec')} on 1, 2 and 4 edges, without what each edge takes for hearing`,
    ),
    {
      what: 'an edge without listeners, to hear the same comments, a second',
      figure: `${figures('hearingMs')} ms; with it ${least('perCpuSec').toFixed(2)} (${figures('perCpuSec')})`,
      goal: '',
      reached: null,
    },
    atMost('memory of each listener of an edge with TLS', await measureMemory(executable), 16, 'KB', 'of 4,000'),
    atMost(
      'processor of the primary for a comment that 4 edges carry, of 1 edge',
      four.primaryUs / one.primaryUs,
      1.2,
      'times',
      all.map(({ primaryUs }) => `${primaryUs.toFixed(0)} µs`).join(', '),
    ),
  ]
}

/** Returns the KB of an edge's memory for each of 4,000 listeners who come by its own TLS. */
async function measureMemory(executable: string): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(scratchFolder())
  const dataDir = join(folder.path, 'data')
  await fillRooms(dataDir, 1)
  const { cert, key } = await selfSigned('edge')
  const tls = { TLS_CERT: join(folder.path, 'cert.pem'), TLS_KEY: join(folder.path, 'key.pem') }
  await Bun.write(tls.TLS_CERT, cert)
  await Bun.write(tls.TLS_KEY, key)
  const redis = stack.use(await startRedis())
  const shared = { HOST: '127.0.0.1', REDIS_URL: redis.url, EDGE_SECRET: secret, LOG_LEVEL: 'silent' }
  const env = { ...shared, DATA_DIR: dataDir, PORT: '0', ROOMS_URL: `https://127.0.0.1:${freePort()}` }
  const primary = stack.use(await startProgram([executable], env))
  const own = { ...shared, ...tls, PORT: `${freePort()}`, PRIMARY_URL: primary.url, STREAMS_PER_ADDRESS: '20000' }
  const edge = stack.use(await startProgram([executable, 'edge'], own))
  const path = `/room?ticket=${signTicket(secret, { room: roomId(dataDir), member: null, at: Date.now() })}`
  const crowd = stack.use(startCrowd(edge.port, path, true))
  // The first listeners make the program load code, whose memory is not theirs.
  await crowd.tell('open 500 1')
  const before = await rssMb(edge.pid)
  await crowd.tell('open 4000 1')
  return (((await rssMb(edge.pid)) - before) * 1_024) / 4_000
}

async function sum(edges: readonly Program[], of: (edge: Program) => Promise<number>): Promise<number> {
  let total = 0
  for (const edge of edges) total += await of(edge)
  return total
}

function roomId(dataDir: string): string {
  using db = new Database(join(dataDir, 'tapedeck.db'), { readonly: true })
  const which = "SELECT cassets.id FROM cassets JOIN artists ON artists.id = artist_id WHERE handle = 'room0'"
  return db.query<{ id: string }, []>(which).get()?.id ?? ''
}
