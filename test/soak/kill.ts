import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { countsOf, createAcknowledged, faultsOf } from './killed/acknowledged.ts'
import { endPauses, hasJobsBefore, proveOwner } from './killed/beside.ts'
import { fillCast, siteEnv } from './killed/fill.ts'
import { firstOpening } from './killed/site-workers.ts'
import { rush } from './killed/workers.ts'

/**
 * Kills the serving process with -9 at random moments of everything that people write (sign-ups,
 * changes, uploads whole and in pieces, deletions, pictures, checkouts, tips, refunds, codes,
 * gifts, preorders and their hours, withdrawals, letters, playlists, wishes, settings at the desk,
 * suspensions) and of backups, and starts it again on the same folder. Everything acknowledged is
 * there, nothing half-written stays, the books are right, the newest backup is whole. `bun
 * test/soak/kill.ts [rounds] [longest life in ms] [most minutes]`.
 */
const rounds = Number(Bun.argv[2] ?? 150)
const longestLifeMs = Number(Bun.argv[3] ?? 2_400)
const mostMinutes = Number(Bun.argv[4] ?? 120)
const mostBuyersARound = 120
const settleWithinMs = 1_200_000
// A backup takes longer than most lives do.
const [everyLongLife, longLifeMs] = [20, 15_000]

using folder = temporaryFolder()
const [dataDir, backups] = [join(folder.path, 'site'), join(folder.path, 'backups')]
for (const path of [dataDir, backups]) mkdirSync(path)
const env = { ...siteEnv, BACKUP_TO: backups }
const opensAt = firstOpening()
const cast = await fillCast(dataDir, rounds * mostBuyersARound, opensAt)
const known = createAcknowledged(opensAt)
const restartsMs: number[] = []
const startedAt = performance.now()

let kills = 0
while (kills < rounds && performance.now() - startedAt < mostMinutes * 60_000) {
  kills += 1
  proveOwner(dataDir, cast.owner)
  const from = performance.now()
  const svc = await startProcess({ dataDir, env })
  restartsMs.push(performance.now() - from)
  let isOver = false
  const rushing = rush({ svc, known, cast }, () => isOver)
  const isLong = kills % everyLongLife === 0
  await Bun.sleep(isLong ? longLifeMs : 100 + Math.random() * longestLifeMs)
  isOver = true
  await svc.end('SIGKILL')
  await rushing
}

const doctor = () => runProgram(['doctor'], { ...env, DATA_DIR: dataDir })
const svc = await startProcess({ dataDir, env })
endPauses(dataDir)
const until = Date.now() + settleWithinMs
// Where a request that gives something back is cut off, a job ends it a minute later.
const finishedBy = Date.now() + 120_000
const isAtWork = async () => {
  const { text } = await svc.call('GET', `/api/casset/${cast.uploader.handle}/media`, { cookie: cast.uploader.cookie })
  return (
    hasJobsBefore(dataDir, finishedBy) ||
    text.includes('"PROCESSING"') ||
    !(await doctor()).out.includes('All checks passed.')
  )
}
while (Date.now() < until && (await isAtWork())) await Bun.sleep(1_000)
const { out, exitCode } = await doctor()
await svc.end('SIGTERM')
const faults = faultsOf(known, dataDir, cast.seller.cassetId)
// The newest backup was made while the site was killed over and over, and has to be whole. Its
// processor may know payments that came after it.
const restored = join(folder.path, 'restored')
for (const args of [['restore', backups], ['promote'], ['doctor', '--fix'], ['doctor', '--deep']]) {
  const { exitCode, out, err } = await runProgram(args, { ...siteEnv, DATA_DIR: restored })
  if (exitCode !== 0) faults.push(`${args[0]} of the newest backup: ${out} ${err}`)
}
if (exitCode !== 0) faults.push(out)
restartsMs.sort((a, b) => a - b)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const restart = Math.round(restartsMs[kills >> 1] ?? 0)
console.log(`${kills} kills in ${seconds} s, restart p50 ${restart} ms, ${faults.length} faults; acknowledged:`)
console.log(countsOf(known))
if (known.refused.size > 0) console.log('refused:', Object.fromEntries(known.refused))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
