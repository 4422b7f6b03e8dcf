import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../support/is-running.ts'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { program } from '../support/program.ts'
import { countsOf, createAcknowledged, faultsOf } from './killed/acknowledged.ts'
import { proveOwner } from './killed/beside.ts'
import { fillCast, siteEnv } from './killed/fill.ts'
import { firstOpening } from './killed/site-workers.ts'
import { installPrograms, upgradeWhenFull } from './killed/upgrade-when-full.ts'
import { rush } from './killed/workers.ts'

/**
 * Fills the disk of a site to the last byte at random moments of all kinds of writing, as `kill.ts`
 * does; while it is full, backs up and starts the program again. Everything acknowledged is there,
 * nothing half-written stays, nothing is answered with 500, and each command says that the disk is
 * full. After each such moment the site is upgraded too: on the full disk, on one that fills
 * meanwhile, and with room. The disk is a small tmpfs, which needs `unshare` and the right to
 * mount. `bun test/soak/full-disk.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 20)
const diskMb = 192
const buyersARound = 120
const settleWithinMs = 300_000
const inside = 'FULL_DISK_MOUNTED'

if (Bun.env[inside] === undefined) {
  const command = ['unshare', '-m', process.execPath, import.meta.path, ...Bun.argv.slice(2)]
  const run = Bun.spawn(command, { env: { ...Bun.env, [inside]: 'yes' }, stdio: ['ignore', 'inherit', 'inherit'] })
  process.exit(await run.exited)
}

using folder = temporaryFolder()
const [disk, elsewhere] = [join(folder.path, 'disk'), join(folder.path, 'elsewhere')]
for (const path of [disk, elsewhere]) mkdirSync(path)
const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tapedeck', disk])
if (mounted.exitCode !== 0) throw new Error(mounted.stderr.toString())
const [dataDir, ballast] = [join(disk, 'site'), join(disk, 'ballast')]
mkdirSync(dataDir)
const env = { ...siteEnv, DATA_DIR: dataDir, KEEP_FREE_MB: '0', HOST: '127.0.0.1', PORT: '0' }
const opensAt = firstOpening()
const cast = await fillCast(dataDir, rounds * buyersARound, opensAt)
const known = createAcknowledged(opensAt)
const faults: string[] = []

function fault(text: string): void {
  faults.push(text)
  console.error(text)
}

/** Takes every byte that is left, and on each call also what was freed meanwhile. */
function fillUp(): void {
  const file = openSync(ballast, 'a')
  for (const size of [1_000_000, 4_096, 1]) {
    const bytes = Buffer.alloc(size)
    try {
      while (writeSync(file, bytes) === size);
    } catch {
      // So many bytes do not fit any more.
    }
  }
  closeSync(file)
}

async function whileFull<T>(act: () => Promise<T>): Promise<T> {
  fillUp()
  const filling = setInterval(fillUp, 50)
  try {
    return await act()
  } finally {
    clearInterval(filling)
    rmSync(ballast, { force: true })
  }
}

const programs = await installPrograms(elsewhere)
let [throughAlready, signedUp] = [0, 0]

const saysFull = (words: string) => words.includes('the disk is full. ') && words.includes('Make room on it')

for (let round = 1; round <= rounds; round += 1) {
  proveOwner(dataDir, cast.owner)
  const svc = await startProcess({ dataDir, env })
  let isOver = false
  const rushing = rush({ svc, known, cast }, () => isOver)
  await Bun.sleep(1_000 + Math.random() * 3_000)
  await whileFull(async () => {
    await Bun.sleep(500 + Math.random() * 1_500)
    // After a change of a setting the program starts again, which it cannot without room.
    if (!isRunning(svc.pid) && !saysFull(svc.printed())) fault(`round ${round}: it ended: ${svc.printed()}`)
    const { exitCode, out, err } = await runProgram(['backup', join(elsewhere, `${round}.tar`)], env)
    if (exitCode !== 0 && !saysFull(err + out)) fault(`round ${round}: backup said ${out}${err}`)
    if (round % 2 === 0) return
    // Every other round the program is ended on the full disk, and started there again.
    isOver = true
    await svc.end(round % 4 === 1 ? 'SIGKILL' : 'SIGTERM')
    await rushing
    const again = Bun.spawn([...program, 'serve'], { env, stdout: 'pipe', stderr: 'pipe' })
    const words = new Response(again.stderr).text()
    const ended = await Promise.race([again.exited, Bun.sleep(5_000)])
    if (ended === undefined) again.kill()
    else if (ended !== 1 || !saysFull(await words)) fault(`round ${round}: the start said ${await words}`)
    await again.exited
  })
  if (!isOver) await Bun.sleep(1_000 + Math.random() * 2_000)
  isOver = true
  await svc.end('SIGTERM')
  await rushing
  const upgraded = await upgradeWhenFull(dataDir, programs, env, { whileFull, saysFull })
  for (const text of upgraded.faults) fault(`round ${round}: ${text}`)
  throughAlready += Number(upgraded.wasThrough)
  signedUp += upgraded.people
}

/** Returns what the doctor finds bad, except that the small disk is small. */
async function findBad(): Promise<string[]> {
  const { out } = await runProgram(['doctor'], env)
  return out.split('\n').filter((line) => line.startsWith('BAD') && !/^BAD +disk /.test(line))
}

const svc = await startProcess({ dataDir, env })
const until = Date.now() + settleWithinMs
while (Date.now() < until && (await findBad()).length > 0) await Bun.sleep(1_000)
for (const line of await findBad()) fault(line)
await svc.end('SIGTERM')
for (const text of faultsOf(known, dataDir, cast.seller.cassetId)) fault(text)
for (const [what, count] of known.refused) if (what.endsWith(' 500')) fault(`${count} times ${what}`)
console.log(`the disk was full ${rounds} times, ${faults.length} faults; acknowledged:`)
console.log(countsOf(known))
console.log(`${rounds} upgrades, of which ${throughAlready} had come to their end; ${signedUp} people meanwhile`)
console.log('refused:', Object.fromEntries(known.refused))
process.exit(faults.length === 0 ? 0 : 1)
