import { rm } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { isAudioFormat } from '../../../lib/audio/formats.ts'
import { lightEnoughBytes } from '../../../lib/audio/light.ts'
import { hourMs } from '../../../lib/time/calendar.ts'
import { adoptFiles } from '../../../platform/blob/adopt-files.ts'
import { hashFile } from '../../../platform/blob/blobs.ts'
import { sweepBlobsJob } from '../../../platform/blob/sweep-blobs.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { playedOf } from '../../access/audio-file.ts'
import { convertFile } from '../../audio/convert/convert-file.ts'
import { canMake } from '../../audio/convert/host-encoders.ts'
import type { TrackRow } from '../to-track.ts'

/** So is one of at most so many bits for each second. */
const lightBitsPerSec = 192_000
// A tenth more than 160 kbit/s, above which no stream of 128 gets, and room for a short one.
const mostBitsPerSec = 176_000
const leastRoom = 100_000

/** Behind everything else: nobody waits for it. */
const niceness = 10

const next = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    // Written out, so that SQLite uses the partial index.
    .where(and(sql`${tracks.status} = 'READY'`, isNull(tracks.lightBytes)))
    .orderBy(asc(tracks.id))
    .limit(1),
)

/**
 * Makes the lighter rendition of a track, and then that of the next one without, one at a time
 * (rule: light-stream).
 */
export const makeLightJob = defineJob('make-light', {
  payload: t.Object({ trackId: t.String() }),
  concurrency: 1,
  maxAttempts: 5,
  // A long one on a slow machine that is busy.
  limitMs: 6 * hourMs,
  endsAtStop: true,
  isEnabled: ({ ffmpeg }) => ffmpeg !== null,
  atStart: queueLight,
  run: (ctx, { trackId }, _, signal) => makeLight(ctx, trackId, signal),
  failed(ctx, { trackId }) {
    ctx.db.update(tracks).set(none).where(eq(tracks.id, trackId)).run()
    queueLight(ctx)
  },
})

const none = { lightSha256: null, lightBytes: 0 }

/** Queues the next track that has no lighter rendition yet, if there is one. */
export function queueLight(ctx: Ctx): void {
  const track = ctx.ffmpeg === null ? undefined : next(ctx.db).get()
  if (track) ctx.jobs.add(makeLightJob, { trackId: track.id }, { key: track.id })
}

/** Forgets the lighter rendition of a track, which is damaged, so that it is made again. */
export const makeLightAgain = (ctx: Ctx, trackId: string): Promise<void> =>
  ctx.jointly(() => {
    ctx.db.update(tracks).set({ lightSha256: null, lightBytes: null }).where(eq(tracks.id, trackId)).run()
    queueLight(ctx)
  })

async function makeLight(ctx: Ctx, trackId: string, signal: AbortSignal): Promise<void> {
  const { ffmpeg } = ctx
  // Without an encoder nothing is noted, as one may come with the next version of ffmpeg.
  if (ffmpeg === null || !(await canMake(ctx, 'opus'))) return
  const track = ctx.db.select().from(tracks).where(eq(tracks.id, trackId)).get()
  if (track?.status === 'READY' && track.lightBytes === null) {
    const path = ctx.blobs.scratch(ctx.uuid())
    try {
      const isMade = !isLight(track) && (await encode(ctx, ffmpeg.path, track, path, signal))
      if (isMade) await keep(ctx, track, path)
      else await ctx.jointly(() => note(ctx, track, none))
    } finally {
      await rm(path, { force: true })
    }
  }
  await ctx.jointly(() => queueLight(ctx))
}

function isLight(track: TrackRow): boolean {
  const { bytes } = playedOf(track)
  return bytes <= lightEnoughBytes || (bytes * 8) / Math.max(1, track.durationSec ?? 0) <= lightBitsPerSec
}

async function encode(ctx: Ctx, ffmpeg: string, track: TrackRow, path: string, signal: AbortSignal): Promise<boolean> {
  const { sha256, format } = playedOf(track)
  const { durationSec } = track
  if (durationSec === null || !isAudioFormat(format)) return false
  using file = await ctx.blobs.hold(sha256)
  const mostBytes = leastRoom + Math.ceil((durationSec * mostBitsPerSec) / 8)
  const conversion = { to: 'opus', durationSec, mostBytes, niceness, signal } as const
  return convertFile(ffmpeg, conversion, { path: file.path, format }, path)
}

async function keep(ctx: Ctx, track: TrackRow, path: string): Promise<void> {
  const sha256 = await hashFile(path)
  const values = { lightSha256: sha256, lightBytes: Bun.file(path).size }
  await adoptFiles(ctx, [{ path, sha256 }], () => note(ctx, track, values))
}

/** Notes it of all tracks of the same master; of one that was deleted meanwhile the file goes. */
function note(ctx: Ctx, { sha256 }: TrackRow, values: { lightSha256: string | null; lightBytes: number }): void {
  const noted = ctx.db.update(tracks).set(values).where(eq(tracks.sha256, sha256)).returning({ id: tracks.id }).all()
  const { lightSha256 } = values
  if (noted.length === 0 && lightSha256 !== null) ctx.jobs.add(sweepBlobsJob, { hashes: [lightSha256] })
}
