import { linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../lib/sync-file.ts'
import type { Service } from './running-site.ts'
import { copyCopy, copySite, folderOf, putBack, stepsOf } from './site-copy.ts'

const trialLimitMs = 300_000

/** The program that is to be, at a path beside the one that is, and the site that both serve. */
export type Upgrade = {
  executable: string
  candidate: string
  version: string
  dataDir: string
  env: Readonly<Record<string, string | undefined>>
  service: Service | undefined
  print(line: string): void
}

/** An upgrade that was given up: the site is as it was. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
}

/** Where the program that was replaced stays. */
export const previousOf = (executable: string): string => `${executable}.previous`

/**
 * Replaces the program of a site (rule: upgrade). Before anything is touched, the new one has to
 * start, and to serve a copy of the site on this machine alone. Then the old one stops, and the new
 * one takes its place and has to answer; if it does not, the old one and its database are put back.
 * Throws UpgradeError; then the old one serves.
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
  } catch (error) {
    rmSync(candidate, { force: true })
    throw error
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
  print(
    `Version ${given.version} serves a copy of the site.${steps > 0 ? ` It brings the database ${steps} steps on.` : ''}`,
  )
  await service?.stop()
  const previous = previousOf(executable)
  try {
    // Only now nothing is written any more that going back would lose.
    if (steps > 0) copySite(dataDir, before)
    rmSync(previous, { force: true })
    linkSync(executable, previous)
    renameSync(candidate, executable)
  } catch (error) {
    // Such as a full disk: the old program is still in its place.
    rmSync(candidate, { force: true })
    await service?.start()
    throw error
  }
  await syncFolder(dirname(executable))
  const problem = await service?.start()
  if (problem === undefined) return
  await service?.stop()
  renameSync(previous, executable)
  await syncFolder(dirname(executable))
  const isPutBack = stepsOf(dataDir).length !== stepsOf(before).length
  if (isPutBack) await putBack(dataDir)
  const again = await service?.start()
  const end = again === undefined ? 'The version before serves again.' : `The version before does not start: ${again}.`
  const lost = isPutBack
    ? `\n\nLOOK AT THIS: the database is as it was when the old version stopped. Whatever the new one took after that \
is only in ${folderOf(dataDir, 'failed')}: accounts, comments, uploads and payments of those moments. Keep that folder. \
Payments are fetched again by "tapedeck doctor --fix"; all else people have to do again.`
    : ''
  throw new UpgradeError(`Version ${given.version} was taken back: ${problem}. ${end}${lost}`)
}

/**
 * Throws for a program that does not start on this machine, or is another version than its
 * signature says.
 */
function refuseOther({ candidate, version, env }: Upgrade): void {
  const said = runCandidate(candidate, ['--version'], env)
  if (said.problem !== undefined) throw new UpgradeError(`It does not start on this machine: ${said.problem}`)
  if (said.out !== version)
    throw new UpgradeError(`It says that it is version ${said.out}, and is signed as ${version}.`)
}

function tryOn({ candidate, env }: Upgrade, folder: string): void {
  const { problem } = runCandidate(candidate, ['__try'], { ...env, DATA_DIR: folder })
  if (problem !== undefined) throw new UpgradeError(`It does not serve a copy of this site: ${problem}`)
}

function runCandidate(candidate: string, args: string[], env: Upgrade['env']) {
  try {
    const ended = Bun.spawnSync([candidate, ...args], { env: { ...env }, timeout: trialLimitMs })
    const [out, err] = [ended.stdout.toString().trim(), ended.stderr.toString().trim()]
    return { out, problem: ended.exitCode === 0 ? undefined : `${err}\n${out}`.trim() || 'it says nothing' }
  } catch (error) {
    return { out: '', problem: error instanceof Error ? error.message : String(error) }
  }
}
