import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { databaseName, rescuedName } from '../../platform/backup/format.ts'

const lookEveryMs = 60_000

/**
 * Checks every minute whether the database of a service is still the file that it opened
 * (rule: replaced-database). Once it is not, writes its content beside it, and reports so through
 * `lost`.
 */
export function watchDatabase(ctx: Pick<Ctx, 'config' | 'db' | 'log'>, everyMs = lookEveryMs) {
  const path = join(ctx.config.dataDir, databaseName)
  const opened = inodeOf(path)
  const lost = Promise.withResolvers<UnusableFileError>()
  const timer = setInterval(() => {
    const found = inodeOf(path)
    if (found === opened || found === undefined) return
    clearInterval(timer)
    const rescued = rescue(ctx)
    ctx.log.error('the database was removed', { path, rescued: rescued ?? null })
    const advice =
      rescued === undefined
        ? 'Restore a backup.'
        : `What it held is in ${rescued}: once nothing else is at its place, rename that to ${databaseName}.`
    lost.resolve(new UnusableFileError(path, 'it was removed or replaced while it was served', advice))
  }, everyMs)
  timer.unref()
  return { lost: lost.promise, end: () => clearInterval(timer) }
}

/** Returns the inode at a path; null for none, undefined where the disk does not answer now. */
function inodeOf(path: string): number | null | undefined {
  try {
    return existsSync(path) ? statSync(path).ino : null
  } catch {
    return undefined
  }
}

/** Works on a removed database too. Returns the path of the new file. */
function rescue({ config, db, log }: Pick<Ctx, 'config' | 'db' | 'log'>): string | undefined {
  const path = join(config.dataDir, rescuedName)
  try {
    // Raw: VACUUM.
    db.$client.run('VACUUM INTO ?', [path])
    return path
  } catch (error) {
    log.error('the database cannot be written beside itself', { fault: error instanceof Error ? error.message : '' })
    return undefined
  }
}
