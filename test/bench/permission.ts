import { fill } from './fill.ts'
import { load, requestsFromMany } from './load.ts'
import { medianOf } from './median.ts'
import { cpuSec, scratchFolder, startProgram } from './program.ts'
import { publish } from './release.ts'
import { atLeast, type Row } from './report.ts'

const rounds = 5
const seconds = 3
const connections = 16
const body = JSON.stringify({ scope: 'remix', agentKey: 'librarian', commercial: true })

/**
 * Permission checks of a release of 100 tracks over HTTP, each with a signed receipt of two
 * policies, by the processor time of the executable: others share these cores.
 */
export async function benchPermission(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const { cookie } = await fill(folder.path)
  const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
  await using program = await startProgram([executable], env)
  const { id } = await publish(program, cookie)
  const { port, pid } = program
  const request = requestsFromMany(`/api/agents/releases/${id}/permission-check`, `127.0.0.1:${port}`, '', body)
  const perSecond: number[] = []
  // The first round warms the program up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const before = await cpuSec(pid)
    const { perSecond: rate, failed } = await load({ port, connections, seconds, request })
    if (failed > 0) throw new Error(`${failed} permission checks were not answered 200.`)
    if (round > 0) perSecond.push((rate * seconds) / ((await cpuSec(pid)) - before))
  }
  const note = `${Math.round(1e6 / medianOf(perSecond))} µs each, release of 100 tracks`
  return [atLeast('permission checks by HTTP, signed, a second of processor', medianOf(perSecond), 4_000, note)]
}
