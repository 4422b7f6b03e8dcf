import { rm } from 'node:fs/promises'
import { and, count, eq, isNull, max } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { makeMusic } from '../../account/change-user.ts'
import { cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sniffAudio } from '../../lib/audio/sniff.ts'
import { say } from '../../lib/language/say.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { storeFiles } from '../../platform/blob/store-files.ts'
import type { ReceivedFile } from '../../platform/http/request/receive-file.ts'
import { requireAccount } from '../../platform/storage/require-account.ts'
import { artistOf } from '../artist-of.ts'
import { madeAlike } from './made.ts'
import { ingestTrackJob } from './measure/ingest-track.ts'
import type { TrackRow } from './to-track.ts'
import { refuseUploadsOfNew } from './upload/refuse-uploads-of-new.ts'
import { readUploadFields, titleFromName, type UploadFields } from './upload/upload-fields.ts'

/**
 * The things that an import brings along with a file: lyrics that lie beside it, and whether
 * code, lyrics and credits in its tags are taken over once they are read (rule: brought-along).
 */
export type BroughtAlong = { lyrics: string | null; takesTags: boolean }

/**
 * Appends an uploaded file to a casset and queues its ingest. Idempotent for a track id; the same
 * bytes are stored once. Throws UNSUPPORTED_MEDIA_TYPE when the content is not audio that we
 * accept, VALIDATION for the fields sent with it, BAD_STATE for too many tracks, in the casset or
 * of a new account in a day; then nothing is stored.
 */
export async function addTrack(
  ctx: Ctx,
  cassetId: string,
  file: ReceivedFile,
  fields: UploadFields,
  trackId = ctx.uuid(),
  { lyrics, takesTags }: BroughtAlong = { lyrics: null, takesTags: false },
): Promise<TrackRow> {
  try {
    const parsed = readUploadFields(fields)
    const sniffed = sniffAudio(file.head, { readsAlac: ctx.ffmpeg !== null })
    if (!sniffed.ok) throw new AppError('UNSUPPORTED_MEDIA_TYPE', sniffed.problem, { field: 'file' })
    const words = cleanLines(lyrics)
    return await keep(ctx, file, { ...parsed, cassetId, id: trackId, format: sniffed.format, lyrics: words, takesTags })
  } finally {
    await rm(file.path, { force: true })
  }
}

type TrackDraft = {
  id: string
  cassetId: string
  format: string
  title: string | undefined
  peaks: number[] | undefined
  isNumbered: boolean
  lyrics: string | null
  takesTags: boolean
}

const keep = (
  ctx: Ctx,
  file: ReceivedFile,
  { title, peaks, isNumbered, takesTags, ...draft }: TrackDraft,
): Promise<TrackRow> =>
  storeFiles(ctx, [file], () => {
    const made = ctx.db.select().from(tracks).where(eq(tracks.id, draft.id)).get()
    if (made) return made
    const artist = artistOf(ctx, draft.cassetId)
    requireAccount(ctx, artist.userId)
    refuseFullCasset(ctx, draft.cassetId)
    refuseUploadsOfNew(ctx, artist)
    const last = ctx.db
      .select({ position: max(tracks.position) })
      .from(tracks)
      .where(whereListed(draft.cassetId))
      .get()
    const row = {
      ...madeAlike(ctx, draft.cassetId),
      ...draft,
      hookId: ctx.uuid(),
      title: title ?? titleFromName(file.name, isNumbered),
      position: (last?.position ?? 0) + 1,
      fileName: cutText(file.name, longest.fileName),
      bytes: file.bytes,
      sha256: file.sha256,
      peaks: peaks ?? null,
      createdAt: ctx.now(),
    }
    ctx.jobs.add(
      ingestTrackJob,
      { trackId: row.id, isUntitled: title === undefined, takesTags },
      { key: row.id, lane: row.cassetId },
    )
    const track = ctx.db.insert(tracks).values(row).returning().get()
    makeMusic(ctx, artist.id)
    file.reservation?.release()
    return track
  })

// Withdrawn tracks are no longer numbered.
const whereListed = (cassetId: string) => and(eq(tracks.cassetId, cassetId), isNull(tracks.withdrawnAt))

/** See rule: long-lists. */
const mostTracks = 500

/** Throws BAD_STATE when a casset has as many tracks as it may have. */
export function refuseFullCasset(ctx: Ctx, cassetId: string): void {
  const found = ctx.db.select({ count: count() }).from(tracks).where(whereListed(cassetId)).get()
  if ((found?.count ?? 0) < mostTracks) return
  throw new AppError('BAD_STATE', say('A casset can have at most {mostTracks} tracks.', { mostTracks }), {
    hint: say('Delete one first.'),
  })
}
