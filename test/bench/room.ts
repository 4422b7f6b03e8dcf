import { join } from 'node:path'
import { startCrowd, talk } from './crowd.ts'
import { fillRooms } from './fill-rooms.ts'
import { cpuSec, rssMb, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const rooms = 500

/** The live room: listeners in a process of their own on the second core, the server on the first. */
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

async function benchCrowd({ url, port, pid, cookies }: Server): Promise<Row[]> {
  const listeners = 10_000
  await using crowd = startCrowd(port)
  await talk({ url, cookies, perSecond: 20, seconds: 2, rooms: 1 })
  const before = await rssMb(pid)
  await crowd.tell(`open ${listeners} 1`)
  const each = (((await rssMb(pid)) - before) * 1024) / listeners
  await crowd.tell('report')
  const used = await cpuSec(pid)
  const { posted } = await talk({ url, cookies, perSecond: 1, seconds: 20, rooms: 1 })
  await Bun.sleep(1_000)
  const { events, p99Ms, p50Ms, lost, doubled } = await crowd.tell('report')
  const perDelivery = (((await cpuSec(pid)) - used) * 1e6) / events
  const whole = events === posted * listeners && lost + doubled === 0
  return [
    atMost(`memory of each of ${listeners} listeners in one room`, each, 12, 'KB', `from ${before.toFixed(0)} MB`),
    atMost(
      `p99 from a comment to all ${listeners}`,
      p99Ms,
      300,
      'ms',
      `half in ${p50Ms.toFixed(0)} ms, ${perDelivery.toFixed(1)} µs of processor each, ${whole ? 'all' : 'NOT all'} came`,
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
      // Of ever other addresses, as a proxy in front would say: an address may read once a second.
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
  const listeners = 5_000
  await using crowd = startCrowd(port)
  await crowd.tell(`open ${listeners} 1`)
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
    atMost(`${listeners} that come back at once have caught up after`, tookMs / 1000, 5, 's', `${more.posted} missed`),
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
  const before = await rssMb(pid)
  await crowd.tell(`stall ${stalled}`)
  await talk({ url, cookies, perSecond: 50, seconds: 30, rooms: 1 })
  const growth = (await rssMb(pid)) - before
  return [atMost(`memory of ${stalled} listeners that read nothing, 1,500 comments long`, growth, 20, 'MB')]
}
