import { accessSync, constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../../config.ts'
import { type SignedWords, signatureSuffix } from '../../../platform/program/download.ts'
import type { PublicKey } from '../../../platform/program/signature.ts'
import { builtFor, version as own } from '../../../platform/version.ts'
import { splitArguments, UsageError } from '../../command-line/arguments.ts'
import { awaitTurn } from '../../site-folder/await-turn.ts'
import { refuseWithoutSite } from '../../site-folder/site-folder.ts'
import { misfitOf, previousOf, verifyDownload } from '../release-key.ts'
import { findService, type Hands } from './running-site.ts'
import { copyAnew, unpackProgram } from './unpack-program.ts'
import { UpgradeError, upgradeProgram, versionOf } from './upgrade.ts'
import { keyOfReleases } from './verify-program.ts'

/** Throws unless a download is a newer version for this executable's machines. */
function refuseUnfit(path: string, signed: SignedWords): void {
  const { version, content } = signed
  const misfit = misfitOf(signed)
  if (misfit === 'target')
    throw new UpgradeError(`${path} is for ${content}, and this Tapedeck is for ${builtFor?.target}.`)
  if (misfit === 'version')
    throw new UpgradeError(`${path} is version ${version}, and this is ${own}: only a newer one takes its place.`)
}

/** Throws where this user may not replace the executable, before anything is done. */
function refuseUnwritable(executable: string): void {
  try {
    accessSync(dirname(executable), constants.W_OK)
  } catch {
    throw new UsageError(`${executable} cannot be replaced by this user. Run this with sudo.`)
  }
}

const usage = 'Usage: tapedeck upgrade FILE [--key FILE], or tapedeck upgrade --back'

/**
 * Puts the program of a download at a path, and returns its version. It copies the download beside
 * the executable first, and verifies and unpacks that copy, so that replacing the download
 * meanwhile changes nothing. To change the copy takes the right to replace the executable itself.
 * Throws UsageError, SignatureError, UpgradeError and UnusableFileError.
 */
async function takeDownload(path: string, key: PublicKey, candidate: string): Promise<string> {
  const copy = `${candidate}.download`
  const ends = ['', signatureSuffix]
  try {
    for (const end of ends) await copyAnew(path + end, copy + end)
    const signed = await verifyDownload(copy, key)
    refuseUnfit(path, signed)
    await unpackProgram(copy, candidate, path)
    return signed.version
  } finally {
    for (const end of ends) rmSync(copy + end, { force: true })
  }
}

/** Puts the version before this one at a path, and returns which one it is. Throws UpgradeError. */
function takePrevious(executable: string, candidate: string): string {
  const previous = previousOf(executable)
  if (!existsSync(previous)) throw new UpgradeError(`There is no version before this one: ${previous} is not there.`)
  rmSync(candidate, { force: true })
  copyFileSync(previous, candidate)
  return versionOf(candidate)
}

/**
 * `tapedeck upgrade FILE [--key FILE]`: puts a downloaded version in place of this one (rule:
 * upgrade); with `--back` the one before. Returns the exit code.
 */
export async function upgradeCommand(
  { dataDir }: Config,
  hands: Hands & { env: Readonly<Record<string, string | undefined>>; pid: number },
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { operands, given } = splitArguments('upgrade', args)
  const [path] = operands
  const isBack = args.includes('--back')
  if ((path === undefined) !== isBack) {
    print(usage)
    return 1
  }
  if (!Bun.isStandaloneExecutable || !existsSync('/proc/self/exe'))
    throw new UsageError('upgrade replaces an executable on Linux. Elsewhere stop it, replace the file and start it.')
  const { executable, env, pid } = hands
  const key = isBack ? undefined : await keyOfReleases(given.get('--key'), executable)
  refuseWithoutSite(dataDir)
  refuseUnwritable(executable)
  const refuseSecond = () => {
    throw new UsageError('Another upgrade is at work here. Wait for its end.')
  }
  const turn = await awaitTurn(dataDir, refuseSecond, 'upgrade')
  const service = findService(dataDir, hands)
  const candidate = `${executable}.new`
  try {
    const version =
      path === undefined || !key ? takePrevious(executable, candidate) : await takeDownload(path, key, candidate)
    const site = { dataDir: resolve(dataDir), env, service, pid }
    await upgradeProgram({ ...site, executable, candidate, version, print })
    print(`${executable} is version ${version} now; ${own} is in ${previousOf(executable)}.`)
  } finally {
    turn.release()
  }
  print(service ? 'It serves the site, and answers.' : 'No service ran here. Start it as you always do.')
  return 0
}
