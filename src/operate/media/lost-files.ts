import { rm, rmdir } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { extras } from '../../../db/schema/casset/extra.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { makePreviewAgain } from '../../casset/extra/preview/make-preview.ts'
import { cutHookAgain, renderAgain } from '../../casset/track/measure/ingest-track.ts'
import { makeLightAgain } from '../../casset/track/measure/make-light.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Stored } from '../../platform/backup/open-stored.ts'
import { adoptFiles } from '../../platform/blob/adopt-files.ts'
import type { StoredFile } from '../../platform/blob/blob-fault.ts'
import { saveStream } from '../../platform/blob/save-stream.ts'
import { BucketError } from '../../platform/bucket/bucket-error.ts'

type Tell = (done: string) => void

/**
 * Fetches stored files from the place for backups, and tells how many were whole there. Throws
 * UnusableFileError for a place that cannot be used (rule: lost-files).
 */
export async function fetchFiles(ctx: Ctx, files: readonly StoredFile[], tell: Tell): Promise<void> {
  const { to, passphrase } = ctx.config.backup
  if (to === undefined) return
  // Commands that only know of this fix do not load the code that decrypts.
  const { openStored } = await import('../../platform/backup/open-stored.ts')
  const stored = await openStored(to, passphrase)
  let fetched = 0
  for (const sha256 of new Set(files.map((file) => file.sha256))) if (await fetchFile(ctx, stored, sha256)) fetched += 1
  tell(
    say('{files, plural, =0 {no file was} one {# file was} other {# files were}} fetched from {place}', {
      files: fetched,
      place: stored.name,
    }),
  )
}

/** Returns whether a place had a file with the bytes of that hash. */
async function fetchFile(ctx: Ctx, stored: Stored, sha256: string): Promise<boolean> {
  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    const bytes = await stored.open(sha256)
    if (!bytes) return false
    await saveStream(bytes, path, sha256)
    // No file can be put in the place of a folder.
    await rmdir(ctx.blobs.path(sha256)).catch(() => undefined)
    await adoptFiles(ctx, [{ path, sha256 }], () => undefined)
    return true
  } catch (error) {
    await rm(path, { force: true })
    // It was damaged there as well; the next one may be whole.
    if (error instanceof BucketError) return false
    throw error
  }
}

/** Makes what is damaged of tracks again, where their masters are whole, and tells of how many. */
export async function makeAgain(ctx: Ctx, damaged: ReadonlySet<string>, tell: Tell): Promise<void> {
  const { id, sha256, playSha256, hookSha256, lightSha256, lightHookSha256 } = tracks
  const where = eq(tracks.status, 'READY')
  const rows = ctx.db
    .select({ id, sha256, playSha256, hookSha256, lightSha256, lightHookSha256 })
    .from(tracks)
    .where(where)
    .all()
  const isDamaged = (hash: string | null) => hash !== null && damaged.has(hash)
  let made = 0
  for (const row of rows) {
    if (isDamaged(row.lightSha256) || isDamaged(row.lightHookSha256)) await makeLightAgain(ctx, row.id)
    if (isDamaged(row.sha256) || !(isDamaged(row.playSha256) || isDamaged(row.hookSha256))) continue
    await (isDamaged(row.playSha256) ? renderAgain(ctx, row.id) : cutHookAgain(ctx, row.id, true))
    made += 1
  }
  await makePreviewsAgain(ctx, isDamaged)
  if (made === 0) return
  tell(
    say(
      '{tracks, plural, one {the sound of # track was} other {the sound of # tracks was}} made again from the master',
      {
        tracks: made,
      },
    ),
  )
}

async function makePreviewsAgain(ctx: Ctx, isDamaged: (hash: string | null) => boolean): Promise<void> {
  const { id, sha256, previewSha256 } = extras
  for (const row of ctx.db.select({ id, sha256, previewSha256 }).from(extras).all()) {
    if (isDamaged(row.previewSha256) && !isDamaged(row.sha256)) await makePreviewAgain(ctx, row.id)
  }
}
