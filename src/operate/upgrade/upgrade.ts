import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import { receiveForm } from '../../platform/http/request/receive-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { givenState } from '../../platform/own-state.ts'
import { maxDownloadBytes, type SignedWords, signatureSuffix } from '../../platform/program/download.ts'
import { SignatureError } from '../../platform/program/signature.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { version as own } from '../../platform/version.ts'
import type { Upgrade } from './model.ts'
import { isContainer } from './parent-process.ts'
import { knowsReleases, misfitOf, previousOf, releaseKeyOf, verifyDownload } from './release-key.ts'
import { readReport, type UpgradeReport, writeReport } from './report.ts'

/**
 * `start` starts the upgrade in a process that outlives this one, and returns its exit code; it
 * throws where the system starts none. It is undefined where the program is not upgraded by itself,
 * as in the demo, from the sources and elsewhere than on Linux. `ownPid` is the id of this process,
 * `target` the machines for which the program was built; undefined from the sources.
 */
export type Upgrading = {
  start: ((args: readonly string[]) => Promise<number>) | undefined
  ownPid: number
  target: string | undefined
}

/** Given where the service starts. */
export const upgradingOf = givenState<Upgrading>('way to upgrade')

const startsWithinMs = 60_000

/** Returns the file of the running program; undefined where it was replaced or moved since. */
function executableOf({ selfCommand: [file = ''] }: Ctx): string | undefined {
  try {
    // Linux gives the name of a file that is gone with a mark at its end.
    const path = realpathSync(file)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Returns why the desk cannot upgrade this program, with what to do; undefined when it can. */
function obstacleTo(ctx: Ctx): string | undefined {
  if (!upgradingOf(ctx).start)
    return say('Here the program is not replaced at the desk: stop it, put the new file in its place, and start it.')
  // It would end the upgrade together with the service.
  if (/\.service$/m.test(readFileSync('/proc/self/cgroup', 'utf8')))
    return say('systemd runs this site, so a newer version is put in place in a shell: sudo tapedeck upgrade FILE')
  if (isContainer(upgradingOf(ctx).ownPid))
    return say('It runs in a container: start a new one of the new image instead.')
  const executable = executableOf(ctx)
  if (executable === undefined)
    return say('The file of the running program was replaced or moved: restart the site, then look here again.')
  if (!isWritable(dirname(executable)))
    return say(
      'The program may not replace itself in its folder, so a newer version is put in place in a shell: sudo tapedeck upgrade FILE',
    )
  if (!knowsReleases(executable))
    return say(
      'This program was built from source and cannot verify updates. Put the tapedeck.pub of the releases beside it.',
    )
  return undefined
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export function readUpgrade(ctx: Ctx): Upgrade {
  const obstacle = obstacleTo(ctx)
  const last = lastUpgrade(ctx)
  const executable = executableOf(ctx)
  const hasPrevious = obstacle === undefined && executable !== undefined && existsSync(previousOf(executable))
  return {
    version: own,
    target: upgradingOf(ctx).target ?? null,
    obstacle: obstacle ?? null,
    previous: hasPrevious && last?.state === 'done' && last.version === own ? last.from : null,
    last: last
      ? { state: last.state, from: last.from, version: last.version, at: isoOf(last.startedAt) ?? '', text: last.text }
      : null,
  }
}

function lastUpgrade(ctx: Ctx): UpgradeReport | undefined {
  const seen = readReport(ctx.config.dataDir)
  if (seen?.state !== 'running') return seen
  const isRunning = seen.pid === 0 ? ctx.now() - seen.startedAt < startsWithinMs : isUpgrading(seen.pid)
  if (isRunning) return seen
  // It may have told its end between the two looks.
  const last = readReport(ctx.config.dataDir)
  if (last?.state !== 'running') return last
  const text = `${last.text}\nIt ended before it had told how it went.`.trim()
  return { ...last, state: last.version === own ? 'done' : 'failed', text }
}

/** Returns whether a process does an upgrade: after a restart of the machine another has its id. */
function isUpgrading(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('__upgrade')
  } catch {
    return false
  }
}

/** Throws BAD_STATE where the desk cannot upgrade the program, and while it does. */
function refuseUpgrade(ctx: Ctx): void {
  const obstacle = obstacleTo(ctx)
  if (obstacle !== undefined) throw new AppError('BAD_STATE', obstacle)
  if (lastUpgrade(ctx)?.state === 'running')
    throw new AppError('BAD_STATE', say('An upgrade is running.'), { hint: say('Wait for its end.') })
}

/**
 * Takes a downloaded version with its signature, and begins to put it in place of this one (rule:
 * upgrade). Throws BAD_STATE where that cannot be, VALIDATION for a file that is not signed by
 * whoever signs the releases, or is no newer version for this machine, UNAVAILABLE. `requireStill`
 * throws where the author may not do this any more.
 */
export async function beginUpgrade(
  ctx: Ctx,
  author: Pick<Viewer, 'userId'>,
  request: Request,
  requireStill: () => void,
): Promise<void> {
  refuseUpgrade(ctx)
  refuseFullDisk(ctx, Number(request.headers.get('content-length') ?? 0))
  const arriving = () => refuseFullDisk(ctx)
  const wanted = { maxBytes: maxDownloadBytes, fields: ['signature'], arriving }
  const { file, fields } = await receiveForm(ctx, request, wanted)
  try {
    await Bun.write(file.path + signatureSuffix, fields.signature ?? '')
    const version = await fittingVersion(ctx, file.path)
    // Of two files that arrived at once, one begins: nothing is waited for from here on.
    requireStill()
    refuseUpgrade(ctx)
    start(ctx, author, version, [file.path])
  } catch (error) {
    for (const end of ['', signatureSuffix]) await rm(file.path + end, { force: true })
    throw error
  }
}

/** Begins to put the version before in place of this one. Throws BAD_STATE where there is none. */
export function goBack(ctx: Ctx, author: Pick<Viewer, 'userId'>): void {
  refuseUpgrade(ctx)
  const { previous } = readUpgrade(ctx)
  if (previous === null) throw new AppError('BAD_STATE', say('There is no version to go back to.'))
  start(ctx, author, previous, ['--back'])
}

/** Starts the upgrade. Throws UNAVAILABLE where the system starts no process. */
function start(ctx: Ctx, { userId }: Pick<Viewer, 'userId'>, version: string, args: readonly string[]): void {
  const { dataDir } = ctx.config
  const begun = { from: own, version, startedAt: ctx.now(), pid: 0 }
  writeReport(dataDir, { ...begun, state: 'running', text: '' })
  const fail = (text: string) => writeReport(dataDir, { ...begun, state: 'failed', text })
  try {
    void upgradingOf(ctx)
      .start?.(args)
      .then((exitCode) => {
        if (isUntold(ctx, begun)) fail(`It ended with ${exitCode} before it had begun.`)
      })
      .catch((error: unknown) => ctx.log.error('the end of an upgrade cannot be written', { fault: String(error) }))
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    fail(problem)
    throw new AppError('UNAVAILABLE', say('The system does not start the upgrade: {problem}', { problem }), {
      hint: say('Nothing was changed. Try again, or upgrade in a shell: sudo tapedeck upgrade FILE'),
    })
  }
  noteSecurity(ctx, 'upgrade_begun', { userId }, { from: own, version })
}

/**
 * Returns whether an upgrade was started and has not told yet that it runs. One that told its end
 * may exit when the next has been started.
 */
function isUntold(ctx: Ctx, { startedAt }: Pick<UpgradeReport, 'startedAt'>): boolean {
  const last = readReport(ctx.config.dataDir)
  return last?.state === 'running' && last.pid === 0 && last.startedAt === startedAt
}

/** Returns the version of a download that takes the place of this one. Throws VALIDATION. */
async function fittingVersion(ctx: Ctx, path: string): Promise<string> {
  const signed = await verified(ctx, path)
  const { target } = upgradingOf(ctx)
  const misfit = misfitOf(signed, { target, running: own })
  if (misfit === 'target')
    throw invalid(
      'file',
      say('This file is for {content}, and this program is for {target}.', {
        content: signed.content,
        target: target ?? '',
      }),
    )
  if (misfit === 'version')
    throw invalid(
      'file',
      say('This is version {version}, and {own} runs here: only a newer one takes its place.', {
        version: signed.version,
        own,
      }),
    )
  return signed.version
}

async function verified(ctx: Ctx, path: string): Promise<SignedWords> {
  try {
    const executable = executableOf(ctx)
    const key = executable === undefined ? undefined : await releaseKeyOf(executable)
    if (key) return await verifyDownload(path, key)
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
  }
  throw invalid(
    'file',
    say('The signature is not of this file, or not by whoever signs the releases of Tapedeck: nothing was changed.'),
    say('Download both files again, the one for this machine and the one whose name goes on with .minisig.'),
  )
}
