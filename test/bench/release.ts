import { join } from 'node:path'
import { compare } from './compare.ts'
import { fill } from './fill.ts'
import { measureHistory } from './history.ts'
import { requestsFromMany } from './load.ts'
import { measureLog } from './log.ts'
import { cpuSec, type Program, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const bareScript = join(import.meta.dir, 'bare.ts')
const tracksOfRelease = 100
const events = 100_000

/** The reads, and the share of a bare constant's speed that each is to have. */
const goals = [
  ['manifest', 0.75],
  ['dna', 0.75],
  ['lineage', 0.3],
  ['provenance', 0.3],
] as const

/** Measures releases for programs: reads, publishing, long histories, a log of a million. */
export async function benchRelease(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const { cookie } = await fill(folder.path)
  const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
  const rows: Row[] = []
  let id = ''
  {
    await using program = await startProgram([executable], env)
    const published = await publish(program, cookie)
    id = published.id
    rows.push(
      atMost(
        `a release of ${tracksOfRelease} tracks: from the request to the signed manifest`,
        published.tookMs,
        1_000,
        'ms',
      ),
    )
  }
  rows.push(...(await measureHistory(folder.path, id, events)))
  await using program = await startProgram([executable], env)
  for (const [what, goal] of goals) rows.push(await compareRead(program, folder.path, { what, goal, id }))
  rows.push(await verify(executable, program, id))
  return [...rows, ...(await measureLog())]
}

/** Publishes a release of a hundred tracks and waits until its manifest is signed. */
export async function publish({ url }: Program, cookie: string) {
  const headers = { cookie, 'content-type': 'application/json' }
  const read = async (path: string) => Object(await (await fetch(url + path, { headers })).json())
  const { tracks } = await read('/api/casset/prolific/media')
  const trackIds = tracks.slice(0, tracksOfRelease).map((track: { id: string }) => track.id)
  const body = JSON.stringify({ title: 'A hundred songs', type: 'ALBUM', trackIds })
  const made = Object(await (await fetch(`${url}/api/studio/releases`, { method: 'POST', headers, body })).json())
  const id: string = made.release.id
  const shown = { method: 'PATCH', headers, body: JSON.stringify({ published: true }) }
  const { casset } = await read('/api/casset/prolific/media')
  await fetch(`${url}/api/studio/casset/${casset.id}`, shown)
  const from = performance.now()
  const { status } = await fetch(`${url}/api/internal/releases/${id}/publish`, { method: 'POST', headers, body: '{}' })
  if (status !== 202) throw new Error(`The release was not published: ${status}.`)
  while ((await read(`/api/studio/releases/${id}`)).release.state !== 'PUBLISHED') await Bun.sleep(5)
  return { id, tookMs: performance.now() - from }
}

type Read = { what: string; goal: number; id: string }

const compareRead = (ours: Program, folder: string, { what, goal, id }: Read): Promise<Row> =>
  compareWithConstant(ours, folder, {
    what: `${what} of ${tracksOfRelease} tracks`,
    goal,
    path: `/api/agents/releases/${id}/${what}`,
  })

/** Compares a read with a server that answers the same bytes and does nothing else. */
export async function compareWithConstant(
  ours: Program,
  folder: string,
  { what, goal, path }: { what: string; goal: number; path: string },
): Promise<Row> {
  const answer = await fetch(ours.url + path)
  const file = join(folder, 'body.json')
  await Bun.write(file, await answer.text())
  const headers = Object.fromEntries([...answer.headers].filter(([key]) => key !== 'date' && key !== 'content-length'))
  await using bare = await startProgram([process.execPath, bareScript, file, JSON.stringify(headers)])
  const side = ({ port, pid }: { port: number; pid: number }) => ({
    port,
    cpuSec: () => cpuSec(pid),
    request: requestsFromMany(path, `127.0.0.1:${port}`),
  })
  const { ours: mine, bare: theirs, ratio, cpuRatio } = await compare(side(ours), side(bare))
  const cost = `${mine.cpuUs.toFixed(1)} against ${theirs.cpuUs.toFixed(1)} µs a request, ${Math.round(mine.perSecond)} a second, ${ratio.toFixed(2)} by requests`
  return atLeast(`${what}, of a bare constant by processor time`, cpuRatio, goal, cost)
}

async function verify(executable: string, { url }: Program, id: string): Promise<Row> {
  const from = performance.now()
  const child = Bun.spawn([executable, 'verify', `${url}/@prolific/releases/${id}`], { stdout: 'pipe' })
  const out = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`The release was not verified: ${out}`)
  return atMost(
    `tapedeck verify of a release with ${events} events, all of it`,
    (performance.now() - from) / 1000,
    5,
    's',
  )
}
