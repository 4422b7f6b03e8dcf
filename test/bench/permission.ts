import { permissionScopes } from '../../db/schema/casset/usage.ts'
import { fill } from './fill.ts'
import { load, requestsFromMany } from './load.ts'
import { medianOf } from './median.ts'
import { cpuSec, type Program, scratchFolder, startProgram } from './program.ts'
import { publish } from './release.ts'
import { atLeast, type Row } from './report.ts'

const rounds = 5
const seconds = 3
const connections = 16
const body = JSON.stringify({ scope: 'remix', agentKey: 'librarian', commercial: true })
const batch = 100

/**
 * Measures permission checks of a release of 100 tracks over HTTP, each with a signed receipt of
 * two policies, one by one and a hundred at once, by the executable's processor time, as others
 * share these cores.
 */
export async function benchPermission(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const { cookie } = await fill(folder.path)
  const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
  await using program = await startProgram([executable], env)
  const { id } = await publish(program, cookie)
  const { port } = program
  const host = `127.0.0.1:${port}`
  const one = requestsFromMany(`/api/agents/releases/${id}/permission-check`, host, '', body)
  const checks = Array.from({ length: batch }, (_, n) => ({
    releaseId: id,
    scope: permissionScopes[n % permissionScopes.length],
    commercial: n % 2 === 0,
  }))
  const many = requestsFromMany('/api/agents/permission-checks', host, '', JSON.stringify({ checks }))
  const single = await rateOf(one, program)
  const decisions = batch * (await rateOf(many, program))
  const costOf = (rate: number) => `${Math.round(1e6 / rate)} µs each, release of 100 tracks`
  return [
    atLeast('permission checks by HTTP, signed, a second of processor', single, 4_000, costOf(single)),
    atLeast('the same in batches of 100, decisions a second of processor', decisions, 20_000, costOf(decisions)),
  ]
}

/** Returns requests for each second of processor time, the median of the rounds. */
async function rateOf(request: (n: number) => Uint8Array, { port, pid }: Program): Promise<number> {
  const perSecond: number[] = []
  // The first round warms the program up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const before = await cpuSec(pid)
    const { perSecond: rate, failed } = await load({ port, connections, seconds, request })
    if (failed > 0) throw new Error(`${failed} permission checks were not answered 200.`)
    if (round > 0) perSecond.push((rate * seconds) / ((await cpuSec(pid)) - before))
  }
  return medianOf(perSecond)
}
