import { Database } from 'bun:sqlite'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { holderOf } from '../../../src/operate/site-folder/lock-folder.ts'
import { isRunning } from '../../support/is-running.ts'
import { keepSending } from '../../support/operate/former-site.ts'
import { downloadLater, releaseKeyFile } from '../../support/operate/later-version.ts'
import { startProcess } from '../../support/process.ts'
import { placeExecutable } from '../../support/program.ts'
import { freePort } from '../../support/room/redis.ts'

const answersWithinMs = 60_000
const upgradeMs = 3_000
const waitsMs = 10_000

/** `saysFull`: the words say that the disk is full and what to do. */
export type FullDisk = { whileFull<T>(act: () => Promise<T>): Promise<T>; saysFull(words: string): boolean }

/** The program at a path, and a later version to download, both on a disk with room. */
export async function installPrograms(folder: string) {
  const [real, bin] = [join(folder, 'real'), join(folder, 'bin')]
  await placeExecutable(real)
  linkSync(real, join(folder, 'later'))
  return { real, bin, download: await downloadLater(folder, join(folder, 'later'), '9.0.0') }
}
export type Programs = Awaited<ReturnType<typeof installPrograms>>

/** Waits until a site answers; returns whether it does. */
async function isAnswering(dataDir: string): Promise<boolean> {
  for (const until = Date.now() + answersWithinMs; Date.now() < until; await Bun.sleep(50)) {
    const url = holderOf(dataDir)?.url
    const isOk =
      url &&
      (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) })
        .then(({ ok }) => ok)
        .catch(() => false))
    if (isOk) return true
  }
  return false
}

/**
 * Upgrades a site while people sign up: on a full disk, on one that is full from a random moment of
 * the upgrade on, and at last with room, where it has to succeed. Returns what was wrong, and
 * counts what was seen.
 */
export async function upgradeWhenFull(
  dataDir: string,
  { real, bin, download }: Programs,
  given: Record<string, string>,
  { whileFull, saysFull }: FullDisk,
) {
  const faults: string[] = []
  const installed = join(bin, 'tapedeck')
  rmSync(bin, { recursive: true, force: true })
  mkdirSync(bin)
  linkSync(real, installed)
  const env = { ...given, PORT: `${freePort()}` }
  const isLater = () => readFileSync(installed).subarray(0, 2).toString() === '#!'
  const upgrade = async () => {
    const command = [installed, 'upgrade', download, '--key', releaseKeyFile]
    const child = Bun.spawn(command, { env: { ...env, DATA_DIR: dataDir }, stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { exitCode: await child.exited, words: err + out }
  }
  const svc = await startProcess({ dataDir, executable: installed, env })
  const load = keepSending(dataDir)

  await whileFull(async () => {
    const { exitCode, words } = await upgrade()
    if (exitCode !== 1 || !saysFull(words)) faults.push(`the upgrade on a full disk ended with ${exitCode}: ${words}`)
    if (holderOf(dataDir)?.pid !== svc.pid) faults.push('the site did not go on')
    if (!(await isAnswering(dataDir))) faults.push('the site goes on and does not answer')
    const left = [
      ...readdirSync(bin),
      ...(existsSync(join(dataDir, 'upgrade')) ? readdirSync(join(dataDir, 'upgrade')) : []),
    ]
    if (left.length !== 1) faults.push(`it left ${left.join(', ')}`)
  })

  const running = upgrade()
  await Bun.sleep(Math.random() * upgradeMs)
  // An upgrade that cannot start the site again waits until there is room, and starts it then.
  await whileFull(() => Promise.race([running, Bun.sleep(waitsMs)]))
  const { exitCode, words } = await running
  const isThrough = exitCode === 0
  if (!isThrough && !saysFull(words)) faults.push(`the upgrade that met a full disk said ${words}`)
  if (isThrough !== isLater()) faults.push('what is installed is not what the upgrade said')
  if (!(await isAnswering(dataDir))) faults.push(`nothing answers after an upgrade that said ${words}`)
  if (!isThrough) {
    const { exitCode, words } = await upgrade()
    if (exitCode !== 0 || !isLater()) faults.push(`the upgrade with room ended with ${exitCode}: ${words}`)
    if (!(await isAnswering(dataDir))) faults.push('nothing answers after the upgrade')
  }
  const before = load.people.length
  for (const until = Date.now() + answersWithinMs; load.people.length === before && Date.now() < until; )
    await Bun.sleep(50)
  if (load.people.length === before) faults.push('nobody could sign up after the upgrade')
  await load.end()
  const pid = holderOf(dataDir)?.pid
  if (pid !== undefined) process.kill(pid, 'SIGTERM')
  while (pid !== undefined && isRunning(pid)) await Bun.sleep(20)
  using db = new Database(join(dataDir, 'tapedeck.db'), { readonly: true })
  const emails = new Set(db.query('SELECT email FROM users').values().flat())
  const missing = load.people.filter(({ email }) => !emails.has(email))
  if (missing.length > 0) faults.push(`${missing.length} people who signed up are missing`)
  const [whole] = db.query('PRAGMA integrity_check').values().flat()
  if (whole !== 'ok') faults.push(String(whole))
  return { faults, people: load.people.length, wasThrough: isThrough }
}
