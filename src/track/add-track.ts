import { rm } from 'node:fs/promises'
import { eq, max } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import { sniffAudio } from '../audio/ingest/sniff.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { ReceivedFile } from '../http/receive-file.ts'
import { cutText } from '../lib/code-points.ts'
import { ingestJob } from './ingest-track.ts'
import { titleFromName } from './title-from-name.ts'
import type { TrackRow } from './to-track.ts'

/** What the artist may say of a file beside the file itself; peaks come from their browser, where we have no decoder. */
export type TrackWords = { title?: string | undefined; peaks?: number[] | undefined }

/**
 * Puts an uploaded file at the end of a casset and queues its ingest. The same bytes are stored once. Throws
 * UNSUPPORTED_MEDIA_TYPE, keeping nothing, when the content is no audio that we take.
 */
export async function addTrack(ctx: Ctx, cassetId: string, file: ReceivedFile, words: TrackWords): Promise<TrackRow> {
  try {
    const sniffed = sniffAudio(file.head)
    if (!sniffed.ok) throw new AppError('UNSUPPORTED_MEDIA_TYPE', sniffed.problem, { field: 'file' })
    ctx.blobs.adopt(file.path, file.sha256)
    return ctx.db.transaction((tx) => {
      const last = tx
        .select({ position: max(tracks.position) })
        .from(tracks)
        .where(eq(tracks.cassetId, cassetId))
        .get()
      const row = {
        id: ctx.uuid(),
        cassetId,
        hookId: ctx.uuid(),
        title: words.title ?? titleFromName(file.name),
        position: (last?.position ?? 0) + 1,
        fileName: cutText(file.name, 240),
        format: sniffed.format,
        bytes: file.bytes,
        sha256: file.sha256,
        peaks: words.peaks ?? null,
        createdAt: ctx.now(),
      }
      ctx.jobs.add(ingestJob(row.id))
      return tx.insert(tracks).values(row).returning().get()
    })
  } finally {
    await rm(file.path, { force: true })
  }
}
