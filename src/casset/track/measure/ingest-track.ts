import { type Static, Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { artistNames } from '../../../account/artist-names.ts'
import type { Ctx } from '../../../context.ts'
import { byBeside } from '../../../lib/music/by-lines.ts'
import { isIsrc } from '../../../lib/music/identifiers.ts'
import { hourMs } from '../../../lib/time/calendar.ts'
import { createGate } from '../../../lib/turn/gate.ts'
import { machineMemory } from '../../../lib/turn/machine-memory.ts'
import { adoptFiles } from '../../../platform/blob/adopt-files.ts'
import { hashFile, type WholeFile } from '../../../platform/blob/blobs.ts'
import { sweepBlobsJob } from '../../../platform/blob/sweep-blobs.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { ownState } from '../../../platform/own-state.ts'
import { artistOf } from '../../artist-of.ts'
import type { FileTags, Hook, MediaResult, ProblemKind } from '../../audio/ingest/media.ts'
import { runMedia } from '../../audio/ingest/run-media.ts'
import type { TrackRow } from '../to-track.ts'
import { titleFromName } from '../upload/upload-fields.ts'
import { titleIn, wordsIn } from './in-tags.ts'
import { queueLight } from './make-light.ts'

const OfTrack = t.Object({ trackId: t.String() })
const OfNewTrack = t.Object({
  trackId: t.String(),
  isUntitled: t.Optional(t.Boolean()),
  /** Whether codes, lyrics and credits in its tags are taken over, and not only offered. */
  takesTags: t.Optional(t.Boolean()),
})

/** At most two run at a time, as each starts a process of its own. */
export const ingestTrackJob = defineJob('ingest-track', {
  payload: OfNewTrack,
  concurrency: 2,
  // One account's long files must not delay another's short one.
  takesTurns: true,
  // Children that crash end sooner.
  maxAttempts: 10,
  // A large one on a slow disk.
  limitMs: 6 * hourMs,
  run: (ctx, payload, attempt) => ingestTrack(ctx, payload, attempt),
  failed: (ctx, { trackId }) => failIngest(ctx, trackId),
})

export const cutHookJob = defineJob('cut-hook', {
  payload: OfTrack,
  concurrency: 1,
  takesTurns: true,
  maxAttempts: 8,
  run: (ctx, { trackId }, attempt) => cutHookAgain(ctx, trackId, attempt > 1),
})

/**
 * Schedules the media children; one that failed because the machine was busy runs again alone, and
 * each where there is little memory.
 */
const mediaGate = ownState(createGate)

const tries: Partial<Record<ProblemKind, number>> = { crashed: 3, busy: 8 }

const rowOf = (ctx: Ctx, id: string) => ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()

const windowOf = (track: TrackRow) => ({
  hookStartSec: track.hookWantedStartSec,
  hookDurationSec: track.hookWantedDurationSec,
})

const ingestRequest = (ctx: Ctx, track: TrackRow, master: string) =>
  ({
    op: 'ingest',
    master,
    hook: ctx.blobs.scratch(ctx.uuid()),
    play: ctx.blobs.scratch(ctx.uuid()),
    ...windowOf(track),
    peaks: track.peaks,
    ffmpeg: ctx.ffmpeg?.path ?? null,
  }) as const

/** An unusable file ends FAILED, with the reason. */
async function ingestTrack(
  ctx: Ctx,
  { trackId, isUntitled = false, takesTags = false }: Static<typeof OfNewTrack>,
  attempt: number,
): Promise<void> {
  if (rowOf(ctx, trackId)?.status === 'PROCESSING' && !(await cutTrackOut(ctx, trackId, attempt))) return
  const track = rowOf(ctx, trackId)
  if (track?.status !== 'PROCESSING') return
  using master = await ctx.blobs.hold(track.sha256)
  const request = ingestRequest(ctx, track, master.path)
  const { hook: hookPath, play: playPath } = request
  // When the machine failed, everything is tried again.
  const result = await mediaGate(ctx)(attempt > 1 || machineMemory().isTight, () => runMedia(ctx.selfCommand, request))
  if (!result.ok) return failTrack(ctx, trackId, result, attempt)
  if (result.op !== 'ingest') throw new Error('The media child answered another question.')
  const { durationSec, loudnessLufs, waveform, waveformApproximate, format, sampleRate, bitDepth } = result
  const measured = { durationSec, loudnessLufs, waveform, waveformApproximate, format, sampleRate, bitDepth }
  const play = result.play && { path: playPath, sha256: await hashFile(playPath) }
  await keepHook(ctx, trackId, hookPath, result.hook, play ? [play] : [], {
    ...measured,
    fileTags: result.tags,
    ...(isUntitled ? titleOfTags(ctx, trackId, result.tags) : {}),
    ...(takesTags ? takenTags(ctx, trackId, result.tags) : {}),
    playSha256: play ? play.sha256 : null,
    playBytes: result.play ? result.play.bytes : null,
    playFormat: result.play ? result.play.format : null,
    status: 'READY',
    problem: null,
    peaks: null,
  })
  await ctx.jointly(() => queueLight(ctx))
  await cutAgainIfMoved(ctx, track)
}

/**
 * Gives a track that a cue sheet names the part of the file that is its own (rule: cue-sheets).
 * Returns whether it has a file of its own now.
 */
async function cutTrackOut(ctx: Ctx, trackId: string, attempt: number): Promise<boolean> {
  const track = rowOf(ctx, trackId)
  if (track?.cutFrom == null) return true
  using source = await ctx.blobs.hold(track.sha256)
  const part = ctx.blobs.scratch(ctx.uuid())
  const { cutFrom: from, cutTo: to } = track
  const request = { op: 'cut-part', master: source.path, part, from, to, ffmpeg: ctx.ffmpeg?.path ?? null } as const
  const result = await mediaGate(ctx)(attempt > 1 || machineMemory().isTight, () => runMedia(ctx.selfCommand, request))
  if (!result.ok) {
    failTrack(ctx, trackId, result, attempt)
    return false
  }
  const sha256 = await hashFile(part)
  const { format, bytes } = result
  const fileName = track.fileName.replace(/\.[A-Za-z0-9]{1,5}$/, `.${format}`)
  await adoptFiles(ctx, [{ path: part, sha256 }], () =>
    inTransaction(ctx.db, () => {
      const values = { sha256, format, bytes, fileName, cutFrom: null, cutTo: null }
      ctx.db.update(tracks).set(values).where(eq(tracks.id, trackId)).run()
      ctx.jobs.add(sweepBlobsJob, { hashes: [track.sha256] }, { key: `${trackId}:${track.sha256}` })
    }),
  )
  return true
}

/** Returns the length that the file of a track states, in seconds; null for none. */
export async function soundSeconds(ctx: Ctx, { sha256 }: TrackRow): Promise<number | null> {
  using master = await ctx.blobs.hold(sha256)
  const { path } = master
  const read = await runMedia(ctx.selfCommand, { op: 'read-tags', master: path, masters: [path], measures: true })
  return (read.ok ? read.files[0]?.seconds : undefined) ?? null
}

/** Returns the title in the tags for a track that still has its file's name (rule: file-tags). */
function titleOfTags(ctx: Ctx, trackId: string, tags: FileTags): Partial<TrackRow> {
  const now = rowOf(ctx, trackId)
  const title = titleIn(tags)
  const isFromName = [true, false].some((isNumbered) => now?.title === titleFromName(now?.fileName ?? '', isNumbered))
  return title !== '' && isFromName ? { title } : {}
}

/** Returns the code, lyrics, credits and artists in a file's tags that its track does not have. */
function takenTags(ctx: Ctx, trackId: string, { isrc = '', lyrics, credits, by }: FileTags): Partial<TrackRow> {
  const now = rowOf(ctx, trackId)
  const words = wordsIn({ lyrics })
  const byNames = now && by ? byBeside(namesOfArtist(ctx, now), by) : null
  return {
    ...(now?.byNames === null && byNames !== null ? { byNames } : {}),
    ...(now?.isrc === null && isIsrc(isrc) ? { isrc } : {}),
    ...(now?.lyrics === null && words !== null ? { lyrics: words } : {}),
    ...(now?.credits === null && credits !== undefined ? { credits } : {}),
  }
}

function namesOfArtist(ctx: Ctx, { cassetId }: TrackRow): string[] {
  const { id } = artistOf(ctx, cassetId)
  return Object.values(artistNames(ctx, id) ?? {})
}

/** Cuts the hook of a ready track again. The old one is played until the new one is stored. */
export async function cutHookAgain(ctx: Ctx, trackId: string, isAlone = false): Promise<void> {
  const track = rowOf(ctx, trackId)
  if (track?.status !== 'READY' || track.durationSec === null) return
  using master = await ctx.blobs.hold(track.playSha256 ?? track.sha256)
  const hookPath = ctx.blobs.scratch(ctx.uuid())
  const request = {
    op: 'cut-hook',
    master: master.path,
    hook: hookPath,
    durationSec: track.durationSec,
    ...windowOf(track),
  } as const
  const result = await mediaGate(ctx)(isAlone || machineMemory().isTight, () => runMedia(ctx.selfCommand, request))
  if (!result.ok) throw new Error(`The hook could not be cut: ${result.kind}`)
  await keepHook(ctx, trackId, hookPath, result.hook, [], {})
  await cutAgainIfMoved(ctx, track)
}

/** Makes what is played of a ready track again of its master, and its hook with it. */
export async function renderAgain(ctx: Ctx, trackId: string): Promise<void> {
  const track = rowOf(ctx, trackId)
  if (track?.status !== 'READY') return
  using master = await ctx.blobs.hold(track.sha256)
  const request = ingestRequest(ctx, track, master.path)
  const { hook: hookPath, play: playPath } = request
  const result = await mediaGate(ctx)(true, () => runMedia(ctx.selfCommand, request))
  if (!result.ok) throw new Error(result.problem)
  if (result.op !== 'ingest' || !result.play) throw new Error('The media child made nothing to play.')
  const { format, bytes } = result.play
  const play = { path: playPath, sha256: await hashFile(playPath) }
  const values = { playSha256: play.sha256, playBytes: bytes, playFormat: format }
  await keepHook(ctx, trackId, hookPath, result.hook, [play], values)
}

async function keepHook(
  ctx: Ctx,
  trackId: string,
  path: string,
  hook: Hook,
  files: readonly WholeFile[],
  more: Partial<TrackRow>,
): Promise<void> {
  const sha256 = await hashFile(path)
  const values = {
    hookSha256: sha256,
    hookBytes: hook.bytes,
    hookFormat: hook.format,
    hookStartSec: hook.startSec,
    hookDurationSec: hook.durationSec,
    lightHookSha256: null,
    lightHookBytes: null,
  }
  await adoptFiles(ctx, [{ path, sha256 }, ...files], () => settle(ctx, trackId, { ...more, ...values }))
  await ctx.jointly(() => queueLight(ctx))
}

/** The window may have moved meanwhile, and the job for that been refused as a duplicate. */
async function cutAgainIfMoved(ctx: Ctx, worked: TrackRow): Promise<void> {
  const now = rowOf(ctx, worked.id)
  const isMoved =
    now?.hookWantedStartSec !== worked.hookWantedStartSec || now.hookWantedDurationSec !== worked.hookWantedDurationSec
  if (now && isMoved) await cutHookAgain(ctx, worked.id)
}

function failTrack(ctx: Ctx, trackId: string, result: Extract<MediaResult, { ok: false }>, attempt: number): void {
  if (attempt < (tries[result.kind] ?? 0)) throw new Error(result.problem)
  settle(ctx, trackId, { status: 'FAILED', problem: result.problem, peaks: null })
}

/** Marks a track FAILED after its ingest failed every time for unknown reasons. */
function failIngest(ctx: Ctx, trackId: string): void {
  settle(ctx, trackId, {
    status: 'FAILED',
    problem: 'The file could not be processed. Upload it again, or export it again first.',
  })
}

/** Stores a track's results and removes the replaced hook, or the new one of a deleted track. */
function settle(ctx: Ctx, trackId: string, values: Partial<TrackRow>): void {
  const before = rowOf(ctx, trackId)
  inTransaction(ctx.db, () => {
    const left = before
      ? [before.hookSha256, before.playSha256, before.lightHookSha256]
      : [values.hookSha256, values.playSha256]
    const hashes = left.filter((hash) => typeof hash === 'string')
    if (values.hookSha256 && hashes.length > 0) {
      ctx.jobs.add(sweepBlobsJob, { hashes }, { key: `${trackId}:${hashes.join(':')}` })
    }
    ctx.db.update(tracks).set(values).where(eq(tracks.id, trackId)).run()
  })
}
