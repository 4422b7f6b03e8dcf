import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { nameOf } from '../../platform/backup/config.ts'
import type { BlobFault } from '../../platform/blob/blob-fault.ts'
import type { Survey } from '../../platform/blob/blobs.ts'
import type { Check } from '../../platform/check.ts'
import { fetchFiles, makeAgain } from './lost-files.ts'
import { type NamedFile, storedFiles } from './stored-files.ts'

const mostNamed = 20

type Damaged = { file: NamedFile; fault: BlobFault }

/** Returns the stored files with a fault; with `isDeep` after reading every byte of them. */
async function damagedOf({ faultOf }: Survey, files: readonly NamedFile[], isDeep: boolean): Promise<Damaged[]> {
  const damaged: Damaged[] = []
  const seen = new Map<string, BlobFault | undefined>()
  for (const file of files) {
    const { sha256, bytes } = file
    const key = `${sha256} ${bytes}`
    const fault = seen.has(key) ? seen.get(key) : await faultOf(file, isDeep)
    seen.set(key, fault)
    if (fault) damaged.push({ file, fault })
  }
  return damaged
}

const textOf = ({ file: { sha256, what }, fault }: Damaged): string =>
  faultTexts[fault](what(), `blobs/${sha256.slice(0, 2)}/${sha256.slice(0, 12)}…`)

const faultTexts: Readonly<Record<BlobFault, (what: string, place: string) => string>> = {
  'is missing': (what, place) => say('{what} is missing ({place})', { what, place }),
  'cannot be read': (what, place) => say('{what} cannot be read ({place})', { what, place }),
  'is empty': (what, place) => say('{what} is empty ({place})', { what, place }),
  'has another size': (what, place) => say('{what} has another size ({place})', { what, place }),
  'has other bytes': (what, place) => say('{what} has other bytes ({place})', { what, place }),
}

function countStrays({ hashes }: Survey, files: readonly NamedFile[]): number {
  const named = new Set(files.map(({ sha256 }) => sha256))
  return hashes.filter((hash) => !named.has(hash)).length
}

const readText = (files: number): string =>
  say('{files, plural, one {# file} other {# files}} read to the last byte', { files })

/**
 * Checks that every file of a track, picture or emoji is on disk with its size; deep: with its
 * exact bytes. Counts the files that no row names. The fix fetches them from the place for backups.
 */
export const mediaCheck: Check = {
  name: 'media',
  place: 220,
  async look(ctx, { deep: isDeep = false } = {}) {
    const files = storedFiles(ctx)
    const survey = await ctx.blobs.survey()
    const faults = (await damagedOf(survey, files, isDeep)).map(textOf)
    const strays = countStrays(survey, files)
    if (survey.problem !== undefined) faults.push(survey.problem)
    const notes = [
      ...(isDeep ? [readText(new Set(files.map(({ sha256 }) => sha256)).size)] : []),
      ...(strays ? [say('{files, plural, one {# file} other {# files}} that nothing uses', { files: strays })] : []),
    ]
    const note = notes.length === 0 ? {} : { note: notes.join('; ') }
    if (faults.length === 0) return note
    const more =
      faults.length > mostNamed
        ? [say('and {more} more ## at the end of a list', { more: faults.length - mostNamed })]
        : []
    return {
      problem: [...faults.slice(0, mostNamed), ...more].join('; '),
      fix: adviceOf(ctx),
      ...note,
    }
  },
  async fix(ctx, { deep: isDeep = false }, tell) {
    const damaged = async () => damagedOf(await ctx.blobs.survey(), storedFiles(ctx), isDeep)
    const before = await damaged()
    if (before.length === 0) return
    try {
      await fetchFiles(
        ctx,
        before.map(({ file }) => file),
        tell,
      )
    } finally {
      await makeAgain(ctx, new Set((await damaged()).map(({ file }) => file.sha256)), tell)
    }
  },
}

function adviceOf({ config: { backup, dataDir } }: Ctx): string {
  if (backup.to === undefined)
    return say(
      'set BACKUP_TO to a place with backups and run tapedeck doctor --fix, or copy these files from the folder blobs of a backup into {folder}; else upload the same ones again: they replace the damaged ones',
      { folder: dataDir },
    )
  return say(
    'tapedeck doctor --fix fetches them from {place}; upload those again that are not there: they replace the damaged ones',
    { place: nameOf(backup.to) },
  )
}
