import { rm } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { addAsset } from '../../../platform/asset/add-asset.ts'
import { readHead } from '../../../platform/http/request/receive-file.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { refuseFullDisk } from '../../../platform/storage/keep-free.ts'
import { reserveStorage } from '../../../platform/storage/reservation.ts'
import { isOfMachine } from '../../audio/ingest/media.ts'
import { runMedia } from '../../audio/ingest/run-media.ts'

const assetName = 'Cover from your files'
const unavailable = () => say('This server was too busy to read the cover in your files. Try again in a minute.')
// The request waits for this answer.
const patienceMs = 120_000

/**
 * Stores the picture in a master's tags as an asset of its artist, and returns its id. Returns null
 * and forgets a picture that cannot be read. Throws BAD_STATE when the account is full, UNAVAILABLE
 * when the disk is full or the machine could not read it now.
 */
export async function addTaggedCover(
  ctx: Ctx,
  author: Viewer,
  cassetId: string,
  { sha256, masterSha256 }: { sha256: string; masterSha256: string },
): Promise<string | null> {
  const path = ctx.blobs.scratch(ctx.uuid())
  using held = await ctx.blobs.hold(masterSha256)
  const request = { op: 'take-cover', master: held.path, cover: path } as const
  const taken = await runMedia(ctx.selfCommand, request, { wallMs: patienceMs })
  if (!taken.ok && isOfMachine(taken)) throw new AppError('UNAVAILABLE', unavailable(), { retryAfter: 60 })
  try {
    if (taken.ok) return await keepCover(ctx, author, { path, sha256, bytes: taken.bytes })
  } catch (error) {
    const isPicture = !(error instanceof AppError && unreadable.includes(error.code))
    if (isPicture) throw error
  } finally {
    await rm(path, { force: true })
  }
  const isIt = sql`json_extract(${tracks.fileTags}, '$.cover') = ${sha256}`
  const fileTags = sql`json_remove(${tracks.fileTags}, '$.cover')`
  ctx.db
    .update(tracks)
    .set({ fileTags })
    .where(and(eq(tracks.cassetId, cassetId), isIt))
    .run()
  return null
}

const unreadable: readonly string[] = ['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION']

async function keepCover(ctx: Ctx, author: Viewer, file: { path: string; sha256: string; bytes: number }) {
  refuseFullDisk(ctx, file.bytes)
  const reservation = reserveStorage(ctx, author.userId, file.bytes, file.bytes)
  try {
    const asset = await addAsset(ctx, author, {
      ...file,
      name: assetName,
      head: await readHead(file.path),
      reservation,
    })
    return asset.id
  } finally {
    reservation.release()
  }
}
