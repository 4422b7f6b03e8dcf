import { linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../../lib/file/sync-file.ts'
import { isFull } from '../../../lib/file/unusable-file.ts'
import { beginProbation, endProbation, isOnProbation } from '../../site-folder/probation-of.ts'
import { previousOf } from '../release-key.ts'
import type { Service } from './running-site.ts'
import { copyCopy, copySite, folderOf, putBack, stepsOf } from './site-copy.ts'

const usualTrialMs = 300_000
const roomPauseMs = 500

/** The program that is to be, at a path beside the one that is, and the site that both serve. */
export type Upgrade = {
  executable: string
  candidate: string
  version: string
  dataDir: string
  env: Readonly<Record<string, string | undefined>>
  service: Service | undefined
  pid: number
  /** How long the new program may take to serve a copy of the site. */
  trialMs?: number
  print(line: string): void
}

/** An upgrade that was given up: the site is as it was. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
}

/**
 * Replaces the program of a site (rule: upgrade). Before anything is touched, the new one has to
 * start, and to serve a copy of the site on this machine alone. Then the old one stops, and the new
 * one takes its place and has to answer before it lets anybody in; if it does not, the old one and
 * its database are put back, and nothing that anybody did is lost. Throws UpgradeError; then the
 * old one serves. A new one that has let people in stays.
 */
export async function upgradeProgram(given: Upgrade): Promise<void> {
  const { executable, candidate, dataDir, service, print } = given
  const [before, trial] = [folderOf(dataDir, 'before'), folderOf(dataDir, 'trial')]
  let steps: number
  try {
    refuseOther(given)
    copySite(dataDir, before)
    print(`Database and keys are kept in ${before}.`)
    copyCopy(before, trial)
    tryOn(given, trial)
    steps = stepsOf(trial).length - stepsOf(before).length
    // While the old one serves: without room for this there would be none to start it again.
    if (service) beginProbation(dataDir, given.pid)
  } catch (error) {
    rmSync(candidate, { force: true })
    endProbation(dataDir)
    throw error
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
  print(
    `Version ${given.version} serves a copy of the site.${steps > 0 ? ` It brings the database ${steps} steps on.` : ''}`,
  )
  const previous = previousOf(executable)
  try {
    await service?.holdDoor()
    const late = await service?.stop()
    if (late !== undefined) throw new UpgradeError(`Version ${given.version} did not take its place: ${late}.`)
    // Only now nothing is written any more that going back would lose.
    if (steps > 0) copySite(dataDir, before)
    rmSync(previous, { force: true })
    linkSync(executable, previous)
    renameSync(candidate, executable)
  } catch (error) {
    // Such as a full disk, or an old program that ends late: it is still in its place.
    rmSync(candidate, { force: true })
    endProbation(dataDir)
    await service?.openDoor()
    if (service) print(await startBefore(given))
    throw error
  }
  await syncFolder(dirname(executable))
  const problem = await service?.start()
  if (problem === undefined) endProbation(dataDir)
  await service?.openDoor()
  if (problem === undefined) return leaveToSupervisor(given)
  const stays = await service?.stop()
  if (stays !== undefined)
    throw new UpgradeError(`Version ${given.version} cannot be taken back: ${problem}, and ${stays}.`)
  // While this process is halted, as by Ctrl-Z, the new program lets people in by itself.
  if (service && !isOnProbation(dataDir)) {
    const later = await service.start()
    if (later === undefined) return leaveToSupervisor(given)
    throw new UpgradeError(`Version ${given.version} has let people in, and does not start again: ${later}.`)
  }
  endProbation(dataDir)
  const isPutBack = stepsOf(dataDir).length !== stepsOf(before).length
  // The database first: if this is cut off, the new program finds one that it can bring on again,
  // where the old one would refuse that of the new.
  if (isPutBack) await putBack(dataDir)
  renameSync(previous, executable)
  await syncFolder(dirname(executable))
  const end = await startBefore(given)
  const aside = isPutBack
    ? `\n\nThe database is as it was when the old version stopped. As the new one left it, it is in \
${folderOf(dataDir, 'failed')}: for whoever looks for the fault. Nobody was let in meanwhile, so nothing is missing.`
    : ''
  throw new UpgradeError(`Version ${given.version} was taken back: ${problem}. ${end}${aside}`)
}

/** Starts on a full disk once there is room. Returns a sentence that says whether it serves. */
async function startBefore(given: Upgrade): Promise<string> {
  const { service, dataDir, print } = given
  let problem = await service?.start()
  if (problem !== undefined && isFull(dataDir)) {
    print('The version before does not start: the disk is full. Make room on it, and it starts by itself.')
    while (isFull(dataDir)) await Bun.sleep(roomPauseMs)
    problem = await service?.start()
  }
  if (problem !== undefined) return `The version before does not start: ${problem}.`
  await leaveToSupervisor(given)
  return 'The version before serves again.'
}

async function leaveToSupervisor({ service, print }: Upgrade): Promise<void> {
  const supervisor = await service?.handOver()
  if (supervisor !== undefined) print(`${supervisor} starts the site whenever it ends, and has started it now.`)
}

/** Throws for a program that does not start here, or is another version than it was signed as. */
function refuseOther({ candidate, version, env }: Upgrade): void {
  const said = runCandidate(candidate, ['--version'], env)
  if (said.problem !== undefined) throw new UpgradeError(`It does not start on this machine: ${said.problem}`)
  if (said.out !== version)
    throw new UpgradeError(`It says that it is version ${said.out}, and is signed as ${version}.`)
}

/** Returns the version of a program. Throws UpgradeError for one that does not start. */
export function versionOf(program: string): string {
  const { problem, out } = runCandidate(program, ['--version'], {})
  if (problem !== undefined) throw new UpgradeError(`${program} does not start on this machine: ${problem}`)
  return out
}

function tryOn({ candidate, env, trialMs }: Upgrade, folder: string): void {
  const { problem } = runCandidate(candidate, ['__try'], { ...env, DATA_DIR: folder }, trialMs)
  if (problem !== undefined) throw new UpgradeError(`It does not serve a copy of this site: ${problem}`)
}

function runCandidate(candidate: string, args: string[], env: Upgrade['env'], trialMs = usualTrialMs) {
  try {
    const ended = Bun.spawnSync([candidate, ...args], { env: { ...env }, timeout: trialMs, killSignal: 'SIGKILL' })
    const [out, err] = [ended.stdout.toString().trim(), ended.stderr.toString().trim()]
    const said = `${err}\n${out}`.trim() || 'it says nothing'
    const hung = ended.exitedDueToTimeout ? `it did not end within ${Math.round(trialMs / 1000)} seconds: ` : ''
    return { out, problem: ended.exitCode === 0 ? undefined : hung + said }
  } catch (error) {
    return { out: '', problem: error instanceof Error ? error.message : String(error) }
  }
}
