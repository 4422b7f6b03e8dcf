import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { closeDb } from '../../../../db/open.ts'
import { artistByAnyHandle } from '../../../account/handle/artist-by-handle.ts'
import { awaitIngest } from '../../../casset/import/await-ingest.ts'
import { TooManyFilesError } from '../../../casset/import/find-files.ts'
import { type ImportingArtist, type ImportPlan, planImport } from '../../../casset/import/plan-import.ts'
import { runImport } from '../../../casset/import/run-import.ts'
import type { Tell } from '../../../casset/import/tell.ts'
import { UnzipError, unzipToImport } from '../../../casset/import/unzip/unzip-to-import.ts'
import { ingestTrackJob } from '../../../casset/track/measure/ingest-track.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../context.ts'
import type { LeftFile } from '../../../lib/album/found.ts'
import { count } from '../../../lib/text/count.ts'
import { splitArguments } from '../../command-line/arguments.ts'
import { holderOf, lockFolder, tryLock } from '../../site-folder/lock-folder.ts'
import { openCtx } from '../open-ctx.ts'
import type { Machine } from '../start-serving.ts'
import { type CodesAsked, importCodes } from './import-codes.ts'
import { leftLines, planLines, sumLine } from './import-words.ts'

const usage =
  'Usage: tapedeck import FOLDER|ZIP --artist HANDLE [--by NAMES] [--codes FILE] [--tape NAME] [--all] [--yes], or without either for codes alone'
const tellEveryMs = 2_000

/**
 * `tapedeck import FOLDER --artist HANDLE`: shows what becomes of a folder or zip of music, and
 * with --yes does it, while the site is served or not (rule: brought-along). Returns the exit code:
 * 2 where it stopped before its end.
 */
export async function importCommand(
  config: Config,
  machine: Machine,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { operands, given } = splitArguments('import', args)
  const handle = given.get('--artist')
  const [folder] = operands
  const file = given.get('--codes')
  if (handle === undefined || (folder === undefined && file === undefined)) {
    print(usage)
    return 1
  }
  const root = folder === undefined ? undefined : resolve(folder)
  const found = root === undefined ? undefined : kindOf(root)
  if (root !== undefined && found === undefined) {
    print(`There is no folder or zip ${root} that the user of the data folder may see.`)
    return 1
  }
  const ctx = await openCtx(config, machine, print)
  const lock = tryLock(join(config.dataDir, 'import.lock'), 0)
  // Nobody serves the site now, so nobody may begin to until what comes is measured here.
  const folderLock = holderOf(config.dataDir) ? undefined : lockFolder(config.dataDir, machine.pids.own)
  try {
    if (!lock) {
      print('Another import goes on. Wait until it is done.')
      return 1
    }
    const named = artistByAnyHandle(ctx, handle)
    if (!named) {
      print(`There is no artist @${handle.replace(/^@/, '')}.`)
      return 1
    }
    const more = given.get('--by')?.split(',') ?? []
    const artist = { ...named, names: [named.displayName, named.handle, ...more] }
    const isReal = args.includes('--yes')
    if (isReal && folderLock) {
      ctx.jobs.handle(ctx, [ingestTrackJob])
      ctx.jobs.start()
    }
    const codes = file === undefined ? undefined : { file, tape: given.get('--tape') }
    const asked = { codes, isReal, isWhole: args.includes('--all') }
    if (root === undefined || found === 'folder') return await bring(ctx, artist, { ...asked, root }, print)
    print(`Unpacking ${root} …`)
    await using unzipped = await unzipToImport(ctx, root)
    return await bring(ctx, artist, { ...asked, root: unzipped.root, zip: { path: root, left: unzipped.left } }, print)
  } catch (error) {
    if (error instanceof TooManyFilesError) print(`${error.message} Import the folders in it one after another.`)
    else if (error instanceof UnzipError) print(`${error.message} Nothing has been changed.`)
    else throw error
    return 1
  } finally {
    await ctx.jobs.stop()
    folderLock?.release()
    lock?.close()
    closeDb(ctx.db)
  }
}

function kindOf(path: string): 'folder' | 'zip' | undefined {
  try {
    const found = statSync(path)
    if (found.isDirectory()) return 'folder'
    return found.isFile() ? 'zip' : undefined
  } catch {
    return undefined
  }
}

/** `isWhole`: whether the report names each file, however many there are. */
type Asked = {
  root: string | undefined
  /** The zip that was unpacked into the root, and what was not unpacked. */
  zip?: { path: string; left: readonly LeftFile[] }
  codes: CodesAsked | undefined
  isReal: boolean
  isWhole: boolean
}

async function bring(ctx: Ctx, artist: ImportingArtist, asked: Asked, print: (line: string) => void): Promise<number> {
  const { root, codes, isReal } = asked
  const music = root === undefined ? undefined : await bringMusic(ctx, artist, root, asked, print)
  if (music && music.exitCode !== 0) return music.exitCode
  if (codes && !(await importCodes(ctx, artist, codes, { music: music?.plan, isReal }, print))) return 1
  if (!isReal && (codes || (music && hasNew(music.plan)))) {
    print('Nothing has been changed. The same with --yes imports it.')
  }
  return 0
}

async function bringMusic(
  ctx: Ctx,
  artist: ImportingArtist,
  root: string,
  { isReal, isWhole, zip }: Asked,
  print: (line: string) => void,
): Promise<{ plan: ImportPlan; exitCode: number }> {
  const tell = teller(ctx, print)
  const planned = await planImport(ctx, artist, root, tell)
  const plan = { ...planned, left: [...(zip?.left ?? []), ...planned.left] }
  for (const line of planLines(plan, artist.handle, zip?.path ?? root, isWhole)) print(line)
  if (!isReal) {
    for (const line of leftLines(plan.left, isWhole)) print(line)
    if (plan.tapes.length > 0) print(sumLine(plan))
    return { plan, exitCode: 0 }
  }
  const done = await runImport(ctx, artist, root, plan, tell)
  const failed = await awaitIngest(ctx, done, tell)
  for (const line of leftLines([...plan.left, ...done.left, ...failed], isWhole)) print(line)
  if (done.stopped !== null) {
    print(`Stopped after ${count(done.trackIds.length, 'track')}. ${done.stopped} Run this again to go on.`)
    return { plan, exitCode: 2 }
  }
  const came = done.trackIds.length - failed.length
  print(came === 0 ? 'Nothing new was imported.' : `${count(came, 'track')} imported. ${whatNext}`)
  return { plan, exitCode: 0 }
}

const whatNext = 'The cassets are in the studio, and nobody else sees a new one until it is published there.'

const hasNew = ({ tapes }: ImportPlan) => tapes.some(({ tracks }) => tracks.some(({ isNew }) => isNew))

function teller({ now }: Ctx, print: (line: string) => void): Tell {
  let last = { at: now(), line: '' }
  return (done, of, what) => {
    const line = `${done} of ${count(of, 'file')} ${what} …`
    if (now() - last.at < tellEveryMs || line === last.line) return
    last = { at: now(), line }
    print(line)
  }
}
