import { rm } from 'node:fs/promises'
import { and, count, eq, isNull, max } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { makeMusic } from '../../account/change-user.ts'
import { cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { PartDraft } from '../../lib/album/cue/parts.ts'
import { sniffAudio } from '../../lib/audio/sniff.ts'
import { say } from '../../lib/language/say.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { storeFiles } from '../../platform/blob/store-files.ts'
import type { ReceivedFile } from '../../platform/http/request/receive-file.ts'
import { requireAccount } from '../../platform/storage/require-account.ts'
import { artistOf } from '../artist-of.ts'
import { rowsOfParts } from './cut/part.ts'
import { madeAlike } from './made.ts'
import { ingestTrackJob } from './measure/ingest-track.ts'
import type { TrackRow } from './to-track.ts'
import { refuseUploadsOfNew } from './upload/refuse-uploads-of-new.ts'
import { readUploadFields, titleFromName, type UploadFields } from './upload/upload-fields.ts'

/**
 * The things that an import brings along with a file: lyrics that lie beside it, whether code,
 * lyrics and credits in its tags are taken over once they are read (rule: brought-along), and the
 * parts that a cue sheet makes of it, with the length of the file where it is known.
 */
export type BroughtAlong = { lyrics: string | null; takesTags: boolean; cut?: Cut }

export type Cut = { parts: readonly PartDraft[]; seconds: number | null }

/**
 * Appends an uploaded file to a casset, as one track or as its parts, and queues their ingest.
 * Returns the first. Idempotent for a track id; the same bytes are stored once. Throws
 * UNSUPPORTED_MEDIA_TYPE when the content is not audio that we accept, VALIDATION for the fields
 * sent with it, BAD_STATE for too many tracks, in the casset or of a new account in a day; then
 * nothing is stored.
 */
export async function addTrack(
  ctx: Ctx,
  cassetId: string,
  file: ReceivedFile,
  fields: UploadFields,
  trackId = ctx.uuid(),
  { lyrics, takesTags, cut }: BroughtAlong = { lyrics: null, takesTags: false },
): Promise<TrackRow> {
  try {
    const parsed = readUploadFields(fields)
    const sniffed = sniffAudio(file.head, { readsAlac: ctx.ffmpeg !== null })
    if (!sniffed.ok) throw new AppError('UNSUPPORTED_MEDIA_TYPE', sniffed.problem, { field: 'file' })
    const words = cleanLines(lyrics)
    return await keep(ctx, file, {
      ...parsed,
      cassetId,
      id: trackId,
      format: sniffed.format,
      lyrics: words,
      takesTags,
      cut,
    })
  } finally {
    await rm(file.path, { force: true })
  }
}

type TrackDraft = Pick<TrackRow, 'id' | 'cassetId' | 'format' | 'lyrics'> & {
  title: string | undefined
  peaks: number[] | undefined
  isNumbered: boolean
  awaitsParts: boolean
  takesTags: boolean
  cut: Cut | undefined
}

/** For so long a file waits for its parts before it becomes one track. */
const partsFollowMs = 120_000

const keep = (
  ctx: Ctx,
  file: ReceivedFile,
  { title, peaks, isNumbered, awaitsParts, takesTags, cut, ...draft }: TrackDraft,
): Promise<TrackRow> =>
  storeFiles(ctx, [file], () => {
    const made = ctx.db.select().from(tracks).where(eq(tracks.id, draft.id)).get()
    if (made) return made
    const artist = artistOf(ctx, draft.cassetId)
    requireAccount(ctx, artist.userId)
    refuseFullCasset(ctx, draft.cassetId, cut?.parts.length ?? 1)
    refuseUploadsOfNew(ctx, artist)
    const { cassetId, format } = draft
    const { bytes, sha256 } = file
    const source = { ...madeAlike(ctx, cassetId), cassetId, format, sha256 }
    const fileName = cutText(file.name, longest.fileName)
    const name = title ?? titleFromName(file.name, isNumbered)
    const rows: Partial<TrackRow>[] = cut
      ? rowsOfParts(ctx, { cassetId, fileName, bytes }, cut.parts, cut.seconds)
      : [{ title: name, fileName, bytes, lyrics: draft.lyrics, peaks: peaks ?? null }]
    const [track] = insertTracks(ctx, source, rows, {
      firstId: draft.id,
      isUntitled: title === undefined && !cut,
      takesTags,
      ...(awaitsParts ? { runAt: ctx.now() + partsFollowMs } : {}),
    })
    if (!track) throw new Error('A file has at least one track.')
    makeMusic(ctx, artist.id)
    file.reservation?.release()
    return track
  })

type Ingesting = { firstId?: string; isUntitled?: boolean; takesTags?: boolean; runAt?: number }

/** Appends tracks of one file to a casset and queues their ingest. Called in a transaction. */
export function insertTracks(
  ctx: Ctx,
  source: Pick<TrackRow, 'cassetId' | 'format' | 'sha256'> & Partial<TrackRow>,
  rows: readonly Partial<TrackRow>[],
  { firstId, runAt, isUntitled = false, takesTags = false }: Ingesting = {},
): TrackRow[] {
  const { cassetId } = source
  const last = ctx.db
    .select({ position: max(tracks.position) })
    .from(tracks)
    .where(whereListed(cassetId))
    .get()
  return rows.map(({ title = '', fileName = '', bytes = 0, ...rest }, index) => {
    const row = {
      ...source,
      ...rest,
      title,
      fileName,
      bytes,
      id: (index === 0 ? firstId : undefined) ?? ctx.uuid(),
      hookId: ctx.uuid(),
      position: (last?.position ?? 0) + 1 + index,
      createdAt: ctx.now(),
    }
    ctx.jobs.add(
      ingestTrackJob,
      { trackId: row.id, isUntitled, takesTags },
      { key: row.id, lane: cassetId, ...(runAt === undefined ? {} : { runAt }) },
    )
    return ctx.db.insert(tracks).values(row).returning().get()
  })
}

// Withdrawn tracks are no longer numbered.
const whereListed = (cassetId: string) => and(eq(tracks.cassetId, cassetId), isNull(tracks.withdrawnAt))

/** See rule: long-lists. */
const mostTracks = 500

/** Throws BAD_STATE when a casset has no room for so many more tracks. */
export function refuseFullCasset(ctx: Ctx, cassetId: string, more = 1): void {
  const found = ctx.db.select({ count: count() }).from(tracks).where(whereListed(cassetId)).get()
  if ((found?.count ?? 0) + more <= mostTracks) return
  throw new AppError('BAD_STATE', say('A casset can have at most {mostTracks} tracks.', { mostTracks }), {
    hint: say('Delete one first.'),
  })
}
