import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '../bench/fill.ts'
import { requestsFromMany } from '../bench/load.ts'
import { type Program, rssMb, scratchFolder, startProgram } from '../bench/program.ts'
import { program } from '../support/program.ts'

/**
 * Measures public reads beside slow clients: 2,000 sockets send a head byte by byte and 10,000 say
 * nothing, while v1 is read 200 times a second. A Bun.serve that answers a constant is asked the
 * same in the same minutes. `bun test/soak/slow-clients.ts [loris] [idle] [seconds]`; needs `ulimit
 * -n` above the sum of both.
 */
const [, , loris = '2000', idle = '10000', seconds = '20'] = Bun.argv
const most = { p99Ms: 25 }
const connections = 20
const everyMs = 100
const mostReadMs = 30_000
const sockets = Number(loris) + Number(idle)

type Measured = { count: number; failed: number; p50Ms: number; p99Ms: number; mostMs: number }

/** Reads v1 evenly over a few connections, and returns how long one read took. */
async function read(port: number): Promise<Measured> {
  const request = requestsFromMany('/api/v1/artists/prolific', `127.0.0.1:${port}`)
  const tookMs: number[] = []
  let failed = 0
  const until = performance.now() + Number(seconds) * 1_000
  const one = async (first: number) => {
    let answered = (_: Buffer) => {}
    let isOpen = true
    const ended = () => {
      isOpen = false
      answered(Buffer.alloc(0))
    }
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: { data: (_, piece) => answered(piece), close: ended },
    })
    await Bun.sleep((first * everyMs) / connections)
    for (let n = first; performance.now() < until; n += connections) {
      const from = performance.now()
      const { promise, resolve } = Promise.withResolvers<Buffer>()
      answered = resolve
      const given = setTimeout(ended, mostReadMs)
      // A connection that the server ended between two reads is a failed read, not an endless one.
      if (isOpen) socket.write(request(n))
      else ended()
      const answer = await promise
      clearTimeout(given)
      tookMs.push(performance.now() - from)
      if (!answer.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200'))) failed += 1
      if (answer.length === 0) return
      await Bun.sleep(Math.max(0, everyMs - (performance.now() - from)))
    }
    socket.end()
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => one(n)))
  tookMs.sort((a, b) => a - b)
  const at = (part: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * part))] ?? 0
  return { count: tookMs.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) }
}

/** Opens the slow clients, each kind in a process of its own, and waits until all are connected. */
async function openSlow(port: number) {
  const script = join(import.meta.dir, 'slow-sockets.ts')
  const kinds = [
    [loris, '0'],
    ['0', idle],
  ] as const
  const children = kinds.map(([slow, silent]) => {
    const command = [process.execPath, script, String(port), slow, silent]
    return Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  })
  const last: string[] = []
  await Promise.all(
    children.map(async (child, n) => {
      const ready = Promise.withResolvers<void>()
      setTimeout(() => ready.reject(new Error('The slow clients did not all connect.')), 120_000)
      void (async () => {
        for await (const piece of child.stdout) {
          const lines = new TextDecoder().decode(piece).trim().split('\n')
          if (lines.includes('ready')) ready.resolve()
          last[n] = lines.at(-1) ?? ''
        }
        ready.reject(new Error('The slow clients ended.'))
      })()
      await ready.promise
    }),
  )
  return {
    counts: () => last.join(' '),
    async end() {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children.map(({ exited }) => exited))
    },
  }
}

/** Returns the connections that the server has taken: the system accepts them before it does. */
async function accepted(served: Program): Promise<number> {
  for (let n = 0; n < 100 && heldBy(served) < sockets * 0.95; n += 1) await Bun.sleep(200)
  return heldBy(served)
}

const heldBy = ({ pid }: Program) => readdirSync(`/proc/${pid}/fd`).length

async function measure(name: string, served: Program) {
  const alone = await read(served.port)
  const slow = await openSlow(served.port)
  const atStart = await accepted(served)
  const beside = await read(served.port)
  const atEnd = heldBy(served)
  const counts = slow.counts()
  const memoryMb = await rssMb(served.pid)
  await slow.end()
  const told = ({ count, failed, p50Ms, p99Ms, mostMs }: Measured) =>
    `${count} reads, ${failed} failed, p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} most ${mostMs.toFixed(1)} ms`
  console.log(`${name} by itself: ${told(alone)}`)
  console.log(
    `${name} beside ${atStart} sockets, ${atEnd} at the end: ${told(beside)}; ${Math.round(memoryMb)} MB; ${counts}`,
  )
  return { ...beside, held: Math.min(atStart, atEnd) }
}

using folder = scratchFolder()
await fill(folder.path)
const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
const limit = Number(/^Max open files\s+(\d+)/m.exec(await Bun.file('/proc/self/limits').text())?.[1] ?? 0)
if (limit < sockets + 500) throw new Error(`ulimit -n is ${limit}; ${sockets + 500} are needed.`)
await Bun.write(join(folder.path, 'body.json'), '{"constant":true}')
const bareCommand = [process.execPath, join(import.meta.dir, '../bench/bare.ts'), join(folder.path, 'body.json'), '{}']
await using bare = await startProgram(bareCommand, {}, false)
const baseline = await measure('a bare constant', bare)
await using ours = await startProgram([...program], env, false)
const { p99Ms, failed, held } = await measure('Tapedeck', ours)
// Where even a constant takes longer, the machine is busy with something else.
const isWell = p99Ms <= Math.max(most.p99Ms, baseline.p99Ms) && failed === 0 && held > sockets * 0.9
console.log(isWell ? 'no fault' : `p99 must be at most ${most.p99Ms} ms, with none failed and the sockets held`)
process.exit(isWell ? 0 : 1)
