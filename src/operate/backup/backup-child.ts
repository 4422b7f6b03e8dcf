import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { diskInWords } from '../../lib/file/unusable-file.ts'
import { addBackup } from '../../platform/backup/add-backup.ts'
import { findBackup } from '../../platform/backup/find-backup.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import type { Outcome } from './model.ts'
import { openOwnPlace } from './open-own-place.ts'
import { passphraseOf } from './own-passphrase.ts'
import { ownerOf } from './runs.ts'

const mostNamed = 20

/** Which work the child of a backup does: a backup, keeping all old ones or not, or a trial. */
export type Work = 'backup' | 'backup-keep-all' | 'trial'

/** In a process of its own: the nightly backup, or a trial restore of it (rule: nightly-backup). */
export async function doBackupWork(ctx: Ctx, work: Work, bucketList: string | undefined): Promise<Outcome> {
  const { dataDir, backup } = ctx.config
  const { to } = backup
  if (!to) return { ok: false, problem: 'no place for backups is set' }
  try {
    const passphrase = passphraseOf(ctx)
    const owner = ownerOf(ctx)
    const place = await openOwnPlace(ctx, to)
    if (work === 'trial') {
      const unlocking = { isSet: passphrase !== undefined, passphrase: () => passphrase }
      return await tryOut(ctx, await findBackup(place, { now: ctx.now(), owner, ...unlocking }))
    }
    const keepsAll = work === 'backup-keep-all'
    const added = await addBackup(dataDir, place, { madeAt: new Date(), owner, passphrase, keepsAll, bucketList })
    const { name, files, bytes, newBytes, damaged } = added
    return { ok: true, name, files, bytes, newBytes, damaged: damaged.slice(0, mostNamed) }
  } catch (error) {
    const told = diskInWords(error)
    return { ok: false, problem: told instanceof Error ? told.message : 'no reason given' }
  }
}

type Found = Awaited<ReturnType<typeof findBackup>>

async function tryOut(ctx: Ctx, found: Found): Promise<Outcome> {
  const folder = join(ctx.config.dataDir, 'blobs/scratch', `trial-${ctx.uuid()}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const { files, bytes, damaged } = await restoreBackup(folder, { ...found, isTrial: true })
    return { ok: true, name: found.madeAt, files, bytes, newBytes: 0, damaged: damaged.slice(0, mostNamed) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
