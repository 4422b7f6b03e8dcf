import { rm } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
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
const lightHookBytes = 500_000
// A tenth more than 160 kbit/s, above which no stream of 128 gets, and room for a short one.
const mostBitsPerSec = 176_000
const leastRoom = 100_000

/** Behind everything else: nobody waits for it. */
const niceness = 10

type Source = { sha256: string; bytes: number; format: string; durationSec: number }
type Made = { sha256: string; bytes: number }

/** A lighter rendition: of which file it is made, and where it or its absence is noted. */
type Rendition = {
  isMissing: (track: TrackRow) => boolean
  sourceOf: (track: TrackRow) => Source | null
  isLight: (source: Source) => boolean
  values: (made: Made | null) => Partial<TrackRow>
  /** The tracks that share the file. */
  whereSame: (track: TrackRow) => SQL | undefined
}

const ofTrack: Rendition = {
  isMissing: ({ lightBytes }) => lightBytes === null,
  sourceOf: (track) => (track.durationSec === null ? null : { ...playedOf(track), durationSec: track.durationSec }),
  isLight: ({ bytes, durationSec }) =>
    bytes <= lightEnoughBytes || (bytes * 8) / Math.max(1, durationSec) <= lightBitsPerSec,
  values: (made) => ({ lightSha256: made?.sha256 ?? null, lightBytes: made?.bytes ?? 0 }),
  whereSame: ({ sha256 }) => eq(tracks.sha256, sha256),
}

const ofHook: Rendition = {
  isMissing: (track) => track.lightHookBytes === null,
  sourceOf: ({ hookSha256: sha256, hookBytes: bytes, hookFormat: format, hookDurationSec: durationSec }) =>
    sha256 === null || bytes === null || format === null || durationSec === null
      ? null
      : { sha256, bytes, format, durationSec },
  isLight: ({ bytes }) => bytes <= lightHookBytes,
  values: (made) => ({ lightHookSha256: made?.sha256 ?? null, lightHookBytes: made?.bytes ?? 0 }),
  whereSame: ({ id, hookSha256 }) => (hookSha256 === null ? eq(tracks.id, id) : eq(tracks.hookSha256, hookSha256)),
}

// Strangers hear the hook.
const renditions = [ofHook, ofTrack]

const nextWithout = (bytes: typeof tracks.lightBytes | typeof tracks.lightHookBytes) =>
  prepared((db) =>
    db
      .select({ id: tracks.id })
      .from(tracks)
      // Written out, so that SQLite uses the partial index.
      .where(and(sql`${tracks.status} = 'READY'`, isNull(bytes)))
      .orderBy(asc(tracks.id))
      .limit(1),
  )
const withoutHook = nextWithout(tracks.lightHookBytes)
const without = nextWithout(tracks.lightBytes)

/**
 * Makes the lighter renditions of a track and of its hook, and then those of the next one without,
 * one at a time (rule: light-stream).
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
    const track = rowOf(ctx, trackId)
    const missing = track ? renditions.filter(({ isMissing }) => isMissing(track)) : []
    for (const rendition of missing) if (track) note(ctx, track, rendition, null)
    queueLight(ctx)
  },
})

const rowOf = (ctx: Ctx, id: string) => ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()

/** Queues the next track that lacks a lighter rendition, if there is one. */
export function queueLight(ctx: Ctx): void {
  const track = ctx.ffmpeg === null ? undefined : (withoutHook(ctx.db).get() ?? without(ctx.db).get())
  if (track) ctx.jobs.add(makeLightJob, { trackId: track.id }, { key: track.id })
}

const forgotten = { lightSha256: null, lightBytes: null, lightHookSha256: null, lightHookBytes: null }

/** Forgets the lighter renditions of a track, so that they are made again. */
export const makeLightAgain = (ctx: Ctx, trackId: string): Promise<void> =>
  ctx.jointly(() => {
    ctx.db.update(tracks).set(forgotten).where(eq(tracks.id, trackId)).run()
    queueLight(ctx)
  })

async function makeLight(ctx: Ctx, trackId: string, signal: AbortSignal): Promise<void> {
  // Without an encoder nothing is noted, as one may come with the next version of ffmpeg.
  if (ctx.ffmpeg === null || !(await canMake(ctx, 'opus'))) return
  for (const rendition of renditions) {
    const track = rowOf(ctx, trackId)
    if (track?.status === 'READY' && rendition.isMissing(track)) await make(ctx, track, rendition, signal)
  }
  await ctx.jointly(() => queueLight(ctx))
}

async function make(ctx: Ctx, track: TrackRow, rendition: Rendition, signal: AbortSignal): Promise<void> {
  const source = rendition.sourceOf(track)
  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    const isMade = source !== null && !rendition.isLight(source) && (await encode(ctx, source, path, signal))
    if (!isMade) return await ctx.jointly(() => note(ctx, track, rendition, null))
    const made = { sha256: await hashFile(path), bytes: Bun.file(path).size }
    await adoptFiles(ctx, [{ path, sha256: made.sha256 }], () => note(ctx, track, rendition, made))
  } finally {
    await rm(path, { force: true })
  }
}

async function encode(ctx: Ctx, source: Source, path: string, signal: AbortSignal): Promise<boolean> {
  const { sha256, format, durationSec } = source
  if (ctx.ffmpeg === null || !isAudioFormat(format)) return false
  using file = await ctx.blobs.hold(sha256)
  const mostBytes = leastRoom + Math.ceil((durationSec * mostBitsPerSec) / 8)
  const conversion = { to: 'opus', durationSec, mostBytes, niceness, signal } as const
  return convertFile(ctx.ffmpeg.path, conversion, { path: file.path, format }, path)
}

/** Notes it of all tracks of the same file; of one that is gone meanwhile the rendition goes. */
function note(ctx: Ctx, track: TrackRow, { values, whereSame }: Rendition, made: Made | null): void {
  const noted = ctx.db.update(tracks).set(values(made)).where(whereSame(track)).returning({ id: tracks.id }).all()
  if (noted.length === 0 && made !== null) ctx.jobs.add(sweepBlobsJob, { hashes: [made.sha256] })
}
