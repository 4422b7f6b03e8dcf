import { join } from 'node:path'
import { type Comparison, compare } from './compare.ts'
import { fill } from './fill.ts'
import { requestsFromMany } from './load.ts'
import { cpuSec, type Program, scratchFolder, startProgram } from './program.ts'
import { atLeast, type Row } from './report.ts'

const bareScript = join(import.meta.dir, 'bare.ts')
const elysiaScript = join(import.meta.dir, 'bare-elysia.ts')

/**
 * Compares the two reads of v1, with everything on and many addresses, with a bare Elysia app that
 * sends the same bytes and headers, and for information with a bare Bun.serve; and a sandbox read
 * with its public counterpart.
 */
export async function benchV1(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const { handle, cookie } = await fill(folder.path)
  const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
  await using ours = await startProgram([executable], env)
  const rows: Row[] = []
  for (const [name, path] of [
    ['v1 artist', `/api/v1/artists/${handle}`],
    ['v1 catalog of 500 tracks', `/api/v1/artists/${handle}/catalog`],
  ] as const) {
    const answer = await fetch(ours.url + path)
    const body = join(folder.path, 'body.json')
    await Bun.write(body, await answer.text())
    const headers = Object.fromEntries(
      [...answer.headers].filter(([key]) => key !== 'date' && key !== 'content-length'),
    )
    const given = [body, JSON.stringify(headers), path]
    await using elysia = await startProgram([process.execPath, elysiaScript, ...given])
    await using bare = await startProgram([process.execPath, bareScript, ...given])
    const side = ({ port, pid }: { port: number; pid: number }) => ({
      port,
      cpuSec: () => cpuSec(pid),
      request: requestsFromMany(path, `127.0.0.1:${port}`),
    })
    const costOf = ({ ours: mine, bare: theirs }: Comparison) =>
      `${mine.cpuUs.toFixed(1)} against ${theirs.cpuUs.toFixed(1)} µs a request`
    const ofElysia = await compare(side(ours), side(elysia))
    rows.push(
      atLeast(`${name}, of a bare Elysia app's speed by processor time`, ofElysia.cpuRatio, 0.9, costOf(ofElysia)),
    )
    const ofBare = await compare(side(ours), side(bare))
    const { perSecond, p99Ms } = ofBare.ours
    rows.push({
      what: `${name}, of a bare constant's speed by processor time`,
      figure: `${ofBare.cpuRatio.toFixed(2)} (${costOf(ofBare)}, ${Math.round(perSecond)} a second, p99 ${p99Ms.toFixed(1)} ms)`,
      goal: '',
      reached: null,
    })
  }
  rows.push(await benchSandbox(ours, handle, cookie))
  return rows
}

/** Both sides are the one program, measured in turn; their bodies differ by a few bytes. */
async function benchSandbox({ url, port, pid }: Program, handle: string, cookie: string): Promise<Row> {
  const asked = { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{}' }
  const made: unknown = await (await fetch(`${url}/api/sandbox/credentials`, asked)).json()
  const secret = String(Reflect.get(Object(Reflect.get(Object(made), 'credential')), 'secret'))
  const side = (path: string, headers?: string) => ({
    port,
    cpuSec: () => cpuSec(pid),
    request: requestsFromMany(path, `127.0.0.1:${port}`, headers),
  })
  const sandbox = side('/api/sandbox/v1/artists/sandbox-artist', `Authorization: Bearer ${secret}\r\n`)
  const { ours: mine, bare: theirs, cpuRatio } = await compare(sandbox, side(`/api/v1/artists/${handle}`))
  const cost = `${mine.cpuUs.toFixed(1)} against ${theirs.cpuUs.toFixed(1)} µs a request`
  return atLeast("sandbox artist, of the public read's speed by processor time", cpuRatio, 0.9, cost)
}
