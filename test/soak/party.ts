import { createParser } from 'eventsource-parser'
import { closeDb } from '../../db/open.ts'
import { openFolder } from '../bench/open-folder.ts'
import { cpuSec, rssMb } from '../bench/program.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { world } from '../support/world.ts'

/**
 * A listening party at which 3,000 strangers come within one second of its hour, each by the page's
 * own steps: they ask for the party, load the room and open its stream. 2,000 of them stay. The
 * process is then killed with -9, its next start is too, and the record has to go on by the clock.
 * `BUN_CONFIG_MAX_HTTP_REQUESTS=8000 bun test/soak/party.ts [people]`.
 */
const people = Number(Bun.argv[2] ?? 3_000)
const staying = Math.min(people, 2_000)
const [soonMs, staysMs, lateSec] = [6_000, 30_000, 2]
const env = { LOG_LEVEL: 'silent', PATH: Bun.env.PATH ?? '', TRUSTED_PROXIES: '127.0.0.1', PAYMENTS: 'test' }

using folder = temporaryFolder()
const ctx = await openFolder(folder.path)
const { nova, dawn, kettle } = await world({ ctx })
closeDb(ctx.db)
const before = new Map([
  [dawn.id, 0],
  [kettle.id, dawn.durationSec ?? 0],
])

const addressOf = (n: number) => ({ 'x-forwarded-for': `100.64.${n >> 8}.${n & 255}` })
const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const at = (values: readonly number[], share: number) =>
  Math.round(sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0)

type Heard = { atMs: number; recordSec: number }
type Visitor = { n: number; comesMs: number; partyMs: number; roomMs: number; heard: Heard[]; stop: AbortController }

let resets = 0

/** Asks, and again shortly after a connection that was reset, as pages do. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      resets += 1
      await Bun.sleep(500 * Math.random())
    }
  }
}

/** Goes through the steps of a page that waited, and listens along until it is stopped. */
async function come(url: string, n: number, faults: string[]): Promise<Visitor> {
  const visitor: Visitor = {
    n,
    comesMs: performance.now(),
    partyMs: 0,
    roomMs: 0,
    heard: [],
    stop: new AbortController(),
  }
  const headers = addressOf(n)
  const party = await ask(`${url}/api/casset/nova/party`, { headers })
  if (party.status !== 200) faults.push(`the party answers ${party.status}`)
  await party.text()
  visitor.partyMs = performance.now() - visitor.comesMs
  const room = await ask(`${url}/@nova/sideb`, { headers })
  if (room.status !== 200) faults.push(`the room answers ${room.status}`)
  await room.text()
  visitor.roomMs = performance.now() - visitor.comesMs
  void listen(url, visitor).catch(() => {})
  return visitor
}

async function listen(url: string, { n, heard, stop }: Visitor): Promise<void> {
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== 'position') return
      const { position } = JSON.parse(data)
      if (position)
        heard.push({ atMs: performance.now(), recordSec: (before.get(position.trackId) ?? 0) + position.atSec })
    },
  })
  const { body } = await ask(`${url}/api/casset/nova/sideb?along=true`, {
    headers: addressOf(n),
    signal: stop.signal,
  })
  const decoder = new TextDecoder()
  for await (const piece of body ?? []) parser.feed(decoder.decode(piece, { stream: true }))
}

const faults: string[] = []
const svc = await startProcess({ dataDir: folder.path, env })
const startsAtMs = Date.now() + soonMs
const announced = await svc.call('PUT', `/api/studio/casset/${nova.cassetId}/party`, {
  cookie: nova.cookie,
  body: { startsAt: new Date(startsAtMs).toISOString(), zone: 'UTC' },
})
if (announced.status !== 200) throw new Error(announced.text)
await Bun.sleep(startsAtMs - Date.now())
const usedSec = await cpuSec(svc.pid)
const begunMs = performance.now()
const visitors = await Promise.all(
  Array.from({ length: people }, async (_, n) => {
    await Bun.sleep((n / people) * 1_000)
    return come(svc.url, n, faults)
  }),
)
while (visitors.some(({ heard }) => heard.length === 0) && performance.now() - begunMs < 60_000) await Bun.sleep(100)
const rushSec = (performance.now() - begunMs) / 1_000
const deaf = visitors.filter(({ heard }) => heard.length === 0).length
if (deaf > 0) faults.push(`${deaf} heard nothing within a minute`)
const firstMs = visitors.flatMap(({ comesMs, heard }) => (heard[0] ? [heard[0].atMs - comesMs] : []))
console.log(
  `${people} came in a second: all heard the record after ${rushSec.toFixed(1)} s; party p50 ${at(
    visitors.map((v) => v.partyMs),
    0.5,
  )} p99 ${at(
    visitors.map((v) => v.partyMs),
    0.99,
  )} ms, room p50 ${at(
    visitors.map((v) => v.roomMs),
    0.5,
  )} p99 ${at(
    visitors.map((v) => v.roomMs),
    0.99,
  )} ms, first position p50 ${at(firstMs, 0.5)} p99 ${at(firstMs, 0.99)} ms; ${((await cpuSec(svc.pid)) - usedSec).toFixed(1)} s of processor, ${Math.round(await rssMb(svc.pid))} MB; ${resets} connections were reset`,
)

for (const { stop } of visitors.slice(staying)) stop.abort()
await Bun.sleep(1_000)
const calmSec = await cpuSec(svc.pid)
const fromMs = performance.now()
await Bun.sleep(staysMs)
const calm = visitors.slice(0, staying).map(({ heard }) => heard.filter(({ atMs }) => atMs > fromMs))
// The moment at which the record began by what each heard: the same one for all.
const origins = calm.flatMap((heard) => heard.map(({ atMs, recordSec }) => atMs - recordSec * 1_000))
const least = Math.min(...origins)
console.log(
  `${staying} listen along: ${(calm.flat().length / staying).toFixed(1)} positions each in ${staysMs / 1_000} s, apart p50 ${at(
    origins.map((ms) => ms - least),
    0.5,
  )} p99 ${at(
    origins.map((ms) => ms - least),
    0.99,
  )} ms; ${((((await cpuSec(svc.pid)) - calmSec) / staysMs) * 1e5).toFixed(1)} % of a core`,
)
if (calm.some((heard) => heard.length < 5)) faults.push('somebody missed positions')

await svc.end('SIGKILL')
for (const { stop } of visitors) stop.abort()
const half = await startProcess({ dataDir: folder.path, env })
await half.end('SIGKILL')
await using again = await startProcess({ dataDir: folder.path, env })
const one = await come(again.url, 1, faults)
while (one.heard.length === 0 && performance.now() - one.comesMs < 30_000) await Bun.sleep(20)
const [first] = one.heard
const wantedSec = first ? (Date.now() - startsAtMs) / 1_000 - (performance.now() - first.atMs) / 1_000 : 0
const offSec = Math.abs((first?.recordSec ?? -60) - wantedSec)
console.log(
  `after two kills the record goes on at ${first?.recordSec.toFixed(1)} s, ${offSec.toFixed(2)} s from where it would be`,
)
if (offSec > lateSec) faults.push(`the record is ${offSec.toFixed(1)} s off after two kills`)
one.stop.abort()
for (const fault of new Set(faults)) console.error(fault)
console.log(`${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
