import { join } from 'node:path'
import { type Crowd, startCrowd, talk } from './crowd.ts'
import { fillRooms } from './fill-rooms.ts'
import { cpuSec, rssMb, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const rooms = 500

/** Measures the live room: the server on the first core, its listeners on the second. */
export async function benchRoom(executable: string): Promise<Row[]> {
  return [
    ...(await inNewFolder(executable, benchCrowd)),
    ...(await inNewFolder(executable, benchManyRooms)),
    ...(await inNewFolder(executable, benchFrames)),
    ...(await inNewFolder(executable, benchReturn)),
    ...(await inNewFolder(executable, benchStalled)),
  ]
}

type Server = { url: string; port: number; pid: number; cookies: string[] }

async function inNewFolder(executable: string, bench: (server: Server) => Promise<Row[]>): Promise<Row[]> {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const cookies = await fillRooms(dataDir, rooms)
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }
  await using server = await startProgram([executable], env)
  return await bench({ ...server, cookies })
}

const listeners = 10_000

type Heard = { p50Ms: number; p99Ms: number; cpuUs: number; isWhole: boolean }

/** Says something once a second; returns how long it took to reach all, and the processor time. */
async function hear(crowd: Crowd, pid: number, say: (n: number) => Promise<void>): Promise<Heard> {
  const times = 20
  await crowd.tell('report')
  const used = await cpuSec(pid)
  for (let n = 0; n < times; n += 1) {
    await say(n)
    await Bun.sleep(1_000)
  }
  const { events, p99Ms, p50Ms, lost, doubled } = await crowd.tell('report')
  const cpuUs = (((await cpuSec(pid)) - used) * 1e6) / events
  return { p50Ms, p99Ms, cpuUs, isWhole: events === times * listeners && lost + doubled === 0 }
}

/** Measures a bare stream to the same crowd in the same minute: the least that can be reached. */
async function hearBare(): Promise<Heard> {
  await using bare = await startProgram([process.execPath, join(import.meta.dir, 'bare-sse.ts')])
  await using crowd = startCrowd(bare.port)
  await crowd.tell(`open ${listeners} 1`)
  const say = async () => {
    const body = (performance.timeOrigin + performance.now()).toFixed(3)
    await fetch(bare.url, { method: 'POST', body })
  }
  for (let n = 0; n < 3; n += 1) await say()
  return await hear(crowd, bare.pid, say)
}

async function benchCrowd({ url, port, pid, cookies }: Server): Promise<Row[]> {
  const bare = await hearBare()
  await using crowd = startCrowd(port)
  await talk({ url, cookies, perSecond: 20, seconds: 2, rooms: 1 })
  const before = await rssMb(pid)
  await crowd.tell(`open ${listeners} 1`)
  const each = (((await rssMb(pid)) - before) * 1024) / listeners
  const ours = await hear(crowd, pid, async (n) => {
    await talk({ url, cookies: cookies.slice(n), perSecond: 1, seconds: 1, rooms: 1 })
  })
  const after = await hearBare()
  const cpuUs = (bare.cpuUs + after.cpuUs) / 2
  const half = `half in ${ours.p50Ms.toFixed(0)} ms, ${ours.isWhole ? 'all' : 'NOT all'} came`
  const floor = `${bare.p99Ms.toFixed(0)} ms before and ${after.p99Ms.toFixed(0)} ms after`
  return [
    atMost(`memory of each of ${listeners} listeners in one room`, each, 12, 'KB', `from ${before.toFixed(0)} MB`),
    atMost(`p99 from a comment to all ${listeners}`, ours.p99Ms, 300, 'ms', half),
    { what: 'p99 of a bare Bun.serve that streams to the same crowd', figure: floor, goal: '', reached: null },
    atMost(
      'processor of a delivery, of what the bare one takes',
      ours.cpuUs / cpuUs,
      1.5,
      'times',
      `${ours.cpuUs.toFixed(1)} against ${cpuUs.toFixed(1)} µs, posts and heartbeats included`,
    ),
  ]
}

async function benchManyRooms({ url, port, cookies }: Server): Promise<Row[]> {
  const [perSecond, seconds] = [200, 60]
  await using crowd = startCrowd(port)
  await crowd.tell(`open ${rooms * 20} ${rooms}`)
  const v1: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const from = performance.now()
      const n = v1.length
      // Each from another address, as a proxy would forward it: an address may read once a second.
      const headers = { 'x-forwarded-for': `100.64.${n >> 8}.${n & 255}` }
      const { status } = await fetch(`${url}/api/v1/artists/room${n % rooms}`, { headers })
      if (status !== 200) throw new Error(`v1 answered ${status}.`)
      v1.push(performance.now() - from)
      await Bun.sleep(50)
    }
  })()
  await talk({ url, cookies, perSecond, seconds, rooms })
  isOver = true
  await reading
  await Bun.sleep(500)
  const { events, p99Ms, p50Ms, lost, doubled } = await crowd.tell('report')
  const v1P99 = v1.toSorted((a, b) => a - b)[Math.floor(v1.length * 0.99)] ?? 0
  const told = `half in ${p50Ms.toFixed(0)} ms, ${events} heard, ${lost} lost, ${doubled} doubled`
  return [
    atMost(`p99 of ${perSecond} comments a second for ${seconds} s, ${rooms} rooms of 20`, p99Ms, 100, 'ms', told),
    atMost('p99 of v1 meanwhile', v1P99, 25, 'ms', `${v1.length} reads`),
  ]
}

async function benchFrames({ url, port, pid, cookies }: Server): Promise<Row[]> {
  await using crowd = startCrowd(port)
  await crowd.tell('open 2001 1')
  await Bun.sleep(3_000)
  await crowd.tell('report')
  const used = await cpuSec(pid)
  await talk({ url, cookies, perSecond: 30, seconds: 15, rooms: 1 })
  await Bun.sleep(500)
  const { events, p99Ms } = await crowd.tell('report')
  const spent = (await cpuSec(pid)) - used
  const note = `30 comments a second to 2,001, the posts included; p99 ${p99Ms.toFixed(0)} ms`
  return [atLeast('deliveries a second of processor, in thousands', events / spent / 1000, 300, note)]
}

async function benchReturn({ url, port, cookies }: Server): Promise<Row[]> {
  const returning = 5_000
  await using crowd = startCrowd(port)
  await crowd.tell(`open ${returning} 1`)
  const { posted } = await talk({ url, cookies, perSecond: 20, seconds: 1, rooms: 1 })
  await Bun.sleep(1_000)
  await crowd.tell('leave')
  const more = await talk({ url, cookies, perSecond: 100, seconds: 3, rooms: 1 })
  const talking = talk({ url, cookies: cookies.slice(100), perSecond: 20, seconds: 5, rooms: 1 })
  const firstId = 10_000_000_000
  const { tookMs } = await crowd.tell(`back ${firstId + posted + more.posted}`)
  await talking
  await Bun.sleep(1_000)
  const { lost, doubled, open } = await crowd.tell('report')
  return [
    atMost(`${returning} that come back at once have caught up after`, tookMs / 1000, 5, 's', `${more.posted} missed`),
    {
      what: 'of these',
      figure: `${lost} lost, ${doubled} doubled, ${open} open`,
      goal: '0',
      reached: lost + doubled === 0,
    },
  ]
}

async function benchStalled({ url, port, pid, cookies }: Server): Promise<Row[]> {
  const stalled = 1_000
  await using crowd = startCrowd(port)
  // One listener comes first, and comments: the memory that this takes once is not of the stalled.
  await crowd.tell('open 1 1')
  await talk({ url, cookies, perSecond: 50, seconds: 30, rooms: 1 })
  const before = await rssMb(pid)
  await crowd.tell(`stall ${stalled}`)
  await talk({ url, cookies, perSecond: 50, seconds: 30, rooms: 1 })
  const growth = (await rssMb(pid)) - before
  const note = `from ${before.toFixed(0)} MB after as many comments without them`
  return [atMost(`memory of ${stalled} listeners that read nothing, 1,500 comments long`, growth, 20, 'MB', note)]
}
