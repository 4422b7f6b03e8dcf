import { Database } from 'bun:sqlite'
import { chmodSync, copyFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../db/migrations/run.ts'
import { holderOf } from '../../src/operate/site-folder/lock-folder.ts'
import { isRunning } from '../support/is-running.ts'
import { compileFormer, keepSending, layFormerSite } from '../support/operate/former-site.ts'
import { temporaryFolder } from '../support/process.ts'
import { placeExecutable } from '../support/program.ts'
import { inTree } from '../support/tree.ts'

/**
 * Kills an upgrade from 0.2.0 with -9 before each of its calls that link, rename or remove a file
 * or make a folder, and at random moments; every other time the site's program dies with it, as in
 * a power failure. One kind of upgrade stays, one is on its way back. Whichever program is then in
 * place is started on the data: it has to answer, nothing acknowledged is missing, and the upgrade,
 * tried again, completes. Needs Debian's `strace` on PATH. `bun test/soak/kill-upgrade.ts [random
 * moments]`.
 */
const randomMoments = Number(Bun.argv[2] ?? 40)
const answersWithinMs = 60_000

using folder = temporaryFolder()
const at = (...names: string[]) => join(folder.path, ...names)
const site = { former: at('former'), installed: at('bin', 'tapedeck'), dataDir: at('data') }
const [present, candidate] = [at('present'), `${site.installed}.new`]
await compileFormer(site.former)
await placeExecutable(present)
const formerBytes = statSync(site.former).size

/** The Linux calls before which it is killed; `unlinkat` removes folders with their contents. */
const calls = ['rename', 'link', 'unlink', 'unlinkat', 'mkdir'] as const
type Moment = { call: (typeof calls)[number]; n: number }

const columnOf = (query: string) => {
  using db = new Database(join(site.dataDir, 'tapedeck.db'), { readonly: true })
  return new Set(db.query(query).values().flat())
}

function upgrade(env: Record<string, string>, end: 'stays' | 'back', moment?: Moment) {
  // An upgrade that was killed may have left a process that runs it.
  rmSync(candidate, { force: true })
  copyFileSync(present, candidate)
  chmodSync(candidate, 0o755)
  const script = inTree('test/soak/killed/upgrade-once.ts')
  const args = [process.execPath, script, site.dataDir, site.installed, candidate, end]
  const kill = `inject=${moment?.call}:signal=KILL:when=${moment?.n}`
  const traced = moment ? ['strace', '-qq', '-o', '/dev/null', '-e', `trace=${moment.call}`, '-e', kill, ...args] : args
  return Bun.spawn(traced, { env, stdout: 'ignore', stderr: 'pipe' })
}

/** Starts what is installed, unless it serves already. Returns why it does not answer, if so. */
async function startInstalled(env: Record<string, string>): Promise<string | undefined> {
  const until = Date.now() + answersWithinMs
  let child: Bun.Subprocess<'ignore', 'ignore', 'pipe'> | undefined
  while (Date.now() < until) {
    const holder = holderOf(site.dataDir)
    const url = holder?.url
    if (
      url !== undefined &&
      (await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      return undefined
    if (holder === undefined && child === undefined)
      child = Bun.spawn([site.installed, 'serve'], { env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
    if (child && child.exitCode !== null) return await new Response(child.stderr).text()
    await Bun.sleep(50)
  }
  return 'it does not answer'
}

async function endSite(signal: NodeJS.Signals): Promise<void> {
  const pid = holderOf(site.dataDir)?.pid
  if (pid === undefined) return
  process.kill(pid, signal)
  while (isRunning(pid)) await Bun.sleep(20)
}

const isFormer = () => statSync(site.installed).size === formerBytes

let [faults, tried, cut] = [0, 0, 0]
const startedAt = performance.now()

/** Kills one upgrade and examines what it left. Returns whether it was killed before it ended. */
async function round(end: 'stays' | 'back', moment?: Moment): Promise<boolean> {
  tried += 1
  const isPowerCut = tried % 2 === 0
  const fault = (text: string) => {
    faults += 1
    const where = moment ? `before ${moment.call} ${moment.n}` : 'by chance'
    console.error(`${end}, ${where}${isPowerCut ? ', power cut' : ''}: ${text}`)
  }
  const env = await layFormerSite(site)
  const formerSteps = columnOf('SELECT name FROM migrations')
  const problem = await startInstalled(env)
  if (problem !== undefined) throw new Error(problem)
  const load = keepSending(site.dataDir)
  const running = upgrade(env, end, moment)
  if (moment === undefined) {
    await Bun.sleep(Math.random() * 8_000)
    running.kill('SIGKILL')
  }
  const wasCut = (await running.exited) === 137 || running.signalCode === 'SIGKILL'
  if (isPowerCut) await endSite('SIGKILL')
  else await Bun.sleep(500)
  const later = await startInstalled(env)
  if (later !== undefined) {
    fault(`what is installed does not start: ${later}`)
    await load.end()
    await endSite('SIGKILL')
    return wasCut
  }
  await Bun.sleep(200)
  await load.end()
  const [comments, emails] = [columnOf('SELECT id FROM comments'), columnOf('SELECT email FROM users')]
  const missing = [
    ...load.comments.filter((id) => !comments.has(id)),
    ...load.people.filter(({ email }) => !emails.has(email)),
  ]
  if (missing.length > 0) fault(`${missing.length} acknowledged are missing`)
  if (isFormer()) {
    const steps = columnOf('SELECT name FROM migrations')
    if (steps.size !== formerSteps.size) fault('the earlier program meets a later database')
    const again = upgrade(env, 'stays')
    if ((await again.exited) !== 0) fault(`tried again: ${await new Response(again.stderr).text()}`)
  }
  if (isFormer() || columnOf('SELECT name FROM migrations').size !== migrations.length)
    fault('tried again it did not come to its end')
  await endSite('SIGTERM')
  const [whole] = columnOf('PRAGMA integrity_check')
  if (whole !== 'ok') fault(String(whole))
  cut += Number(wasCut)
  return wasCut
}

for (const end of ['back', 'stays'] as const) {
  for (const call of calls) for (let n = 1; await round(end, { call, n }); n += 1);
  for (let n = 0; n < randomMoments / 2; n += 1) await round(end)
}
const seconds = Math.round((performance.now() - startedAt) / 1_000)
console.log(`${tried} upgrades in ${seconds} s, ${cut} of them cut off, ${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
