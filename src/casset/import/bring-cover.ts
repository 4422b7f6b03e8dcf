import { lstat, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import type { PlannedCover } from '../../lib/album/plan-tapes.ts'
import { addAsset } from '../../platform/asset/add-asset.ts'
import { findOwnPicture } from '../../platform/asset/own-asset.ts'
import { hashFile } from '../../platform/blob/blobs.ts'
import { runMedia } from '../audio/ingest/run-media.ts'
import type { CassetRow } from '../casset.ts'
import { changeCassets } from '../casset.ts'
import { withCopy } from './bring-file.ts'
import { announcedFile, announceFile, markImported } from './imported.ts'
import type { ImportingArtist } from './plan-import.ts'

/**
 * Gives a tape without a cover the one of its folder, once: a cover that its artist took off since
 * stays off. Throws what `addAsset` throws, and VALIDATION for a file of music whose picture cannot
 * be read.
 */
export async function bringCover(
  ctx: Ctx,
  artist: ImportingArtist,
  root: string,
  { id: cassetId, coverAssetId }: CassetRow,
  cover: PlannedCover,
): Promise<void> {
  if (coverAssetId !== null) return
  if (!cover.isInside) return bringPicture(ctx, artist, cassetId, root, cover.path)

  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    const taken = await runMedia(ctx.selfCommand, { op: 'take-cover', master: join(root, cover.path), cover: path })
    if (!taken.ok) throw invalid('cover', taken.problem)
    await bringPicture(ctx, artist, cassetId, dirname(path), basename(path))
  } finally {
    await rm(path, { force: true })
  }
}

async function bringPicture(
  ctx: Ctx,
  { id: artistId, userId }: ImportingArtist,
  cassetId: string,
  root: string,
  path: string,
) {
  // A picture that was brought before is not copied again. The copy decides all else: the file may
  // be replaced after it was read.
  if (wasBrought(ctx, cassetId, await hashFile(join(root, path)))) return
  const { size } = await lstat(join(root, path))
  await withCopy(ctx, userId, { root, path, bytes: size }, async (file) => {
    const { sha256 } = file
    if (wasBrought(ctx, cassetId, sha256)) return
    announceFile(ctx, { artistId, cassetId, sha256, isTrack: false })
    const asset = findOwnPicture(ctx, userId, sha256) ?? (await addAsset(ctx, { userId }, file))
    inTransaction(ctx.db, () => {
      changeCassets(ctx, and(eq(cassets.id, cassetId), isNull(cassets.coverAssetId)), { coverAssetId: asset.id })
      markImported(ctx, cassetId, sha256)
    })
  })
}

function wasBrought(ctx: Ctx, cassetId: string, sha256: string): boolean {
  const known = announcedFile(ctx, cassetId, sha256)
  return known !== undefined && known.importedAt !== null
}
