import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { countsOf, createAcknowledged, faultsOf } from './killed/acknowledged.ts'
import { fillCast } from './killed/fill.ts'
import { rush } from './killed/workers.ts'

/**
 * Kills the serving process with -9 at random moments of everything that people write (sign-ups,
 * changes, uploads whole and in pieces, deletions, pictures, checkouts, tips, refunds, codes),
 * starts it again on the same folder, and holds it to its word: what was acknowledged is there,
 * nothing half-written stays, the books are right. `bun test/soak/kill.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 150)
const mostBuyersARound = 60
const settleWithinMs = 300_000
const env = {
  LOG_LEVEL: 'silent',
  PAYMENTS: 'test',
  PLATFORM_FEE_PERCENT: '10',
  TRUSTED_PROXIES: '127.0.0.1',
  PATH: Bun.env.PATH ?? '',
}

using folder = temporaryFolder()
const dataDir = folder.path
const cast = await fillCast(dataDir, rounds * mostBuyersARound)
const buyers = cast.buyers.values()
const nextBuyer = () => {
  const { value } = buyers.next()
  if (value === undefined) throw new Error('Everybody has bought.')
  return value
}
const known = createAcknowledged()
const restartsMs: number[] = []
const startedAt = performance.now()

for (let round = 0; round < rounds; round += 1) {
  const from = performance.now()
  const svc = await startProcess({ dataDir, env })
  restartsMs.push(performance.now() - from)
  let isOver = false
  const rushing = rush({ svc, known, cast, nextBuyer }, () => isOver)
  await Bun.sleep(100 + Math.random() * 1_200)
  isOver = true
  await svc.end('SIGKILL')
  await rushing
}

const doctor = () => runProgram(['doctor'], { ...env, DATA_DIR: dataDir })
const svc = await startProcess({ dataDir, env })
const until = Date.now() + settleWithinMs
const isAtWork = async () => {
  const { text } = await svc.call('GET', `/api/casset/${cast.uploader.handle}/media`, { cookie: cast.uploader.cookie })
  return text.includes('"PROCESSING"') || !(await doctor()).out.includes('All checks passed.')
}
while (Date.now() < until && (await isAtWork())) await Bun.sleep(1_000)
const { out, exitCode } = await doctor()
await svc.end('SIGTERM')
const faults = faultsOf(known, dataDir, cast.seller.cassetId)
if (exitCode !== 0) faults.push(out)
restartsMs.sort((a, b) => a - b)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const restart = Math.round(restartsMs[rounds >> 1] ?? 0)
console.log(`${rounds} kills in ${seconds} s, restart p50 ${restart} ms, ${faults.length} faults; acknowledged:`)
console.log(countsOf(known))
if (known.refused.size > 0) console.log('refused:', Object.fromEntries(known.refused))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
