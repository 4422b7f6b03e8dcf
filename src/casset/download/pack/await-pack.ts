import { statSync } from 'node:fs'
import { stat, utimes } from 'node:fs/promises'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { contentTypeOf, isAudioFormat } from '../../../lib/audio/formats.ts'
import { say } from '../../../lib/language/say.ts'
import { sayStored } from '../../../lib/language/say-stored.ts'
import { isAbsent } from '../../../platform/blob/blob-fault.ts'
import { attachmentHeader } from '../../../platform/http/answer/attachment.ts'
import { type SentFile, sendFile } from '../../../platform/http/answer/send-file.ts'
import type { JobKind } from '../../../platform/job/job-kind.ts'
import type { JobState } from '../../../platform/job/job-rows.ts'
import type { Entitlement } from '../../access/entitlement.ts'
import { type DownloadState, respondAsync } from '../shape.ts'
import { isShortOfSpaceFor, packProblems } from './build-pack.ts'
import { beginsWithFolder, folderBytes } from './first-entry.ts'
import { type Growth, streamGrowing } from './follow-file.ts'
import { growingPacks } from './growing-packs.ts'
import { isWhole } from './is-whole.ts'
import { convertedFormatOf, type PackFormat } from './pack-format.ts'
import { type PackPlan, packName } from './plan-pack.ts'
import { waitFor } from './waiting.ts'

const lookEveryMs = 50
const usedEveryMs = 3_600_000
// Proxies wait for a minute, and people less.
const patienceMs = 2_000
const mostSilentMs = 50_000
const leastStreamedBytes = 50_000_000
const retryAfterSec = 60
// While it is made, sooner than it is given up (waiting.ts).
const lookAgainSec = 20
const askAgainSec = 3
const later = () => say('Try again in a few minutes.')
const soon = () => say('Try again in half a minute. It goes on meanwhile.')

function hintOf(problem: string): string {
  const { damaged, unconverted } = packProblems()
  if (problem === damaged) return say('Trying again does not help until the artist uploads the file again.')
  return problem === unconverted ? say('Download it with titles and cover, or as it was uploaded.') : later()
}

/** A download to build: its content for an entitlement, and its job with key and way to add it. */
export type PackBuild = { entitlement: Entitlement; plan: PackPlan; job: JobKind; key: string; build: () => void }

/** A zip or a track, complete or sent as it is written; its state, if a client will not wait. */
export type Pack = SentFile | GrowingPack | UnreadyPack
type GrowingPack = { growing: (whenBroken: () => void) => ReadableStream<Uint8Array>; headers: Record<string, string> }

type UnreadyPack = { unready: 'waiting' | 'making' }

/**
 * Returns the response with a zip, or 202 with its state. A growing zip has no length yet; once it
 * is complete, its ETag resumes it. `whenBroken` is called when the zip is never completed.
 */
export const sendPack = (
  ctx: Ctx,
  pack: Pack,
  request: Request,
  whenBroken: () => void = () => {},
): Promise<Response> => {
  if ('unready' in pack) return Promise.resolve(stateOf(pack))
  return 'growing' in pack
    ? Promise.resolve(new Response(pack.growing(whenBroken), { headers: pack.headers }))
    : sendFile(ctx, pack, request)
}

function stateOf({ unready }: UnreadyPack): Response {
  const body: DownloadState = { state: unready }
  const headers = {
    'preference-applied': respondAsync,
    'retry-after': String(askAgainSec),
    'cache-control': 'no-store',
  }
  return Response.json(body, { status: 202, headers })
}

/** `begins` runs before the first byte of a growing zip's files; `isAsync` asks not to wait. */
type AwaitOptions = { begins?: () => void; isAsync?: boolean }

/**
 * Returns a zip as it is planned now: complete, or for a large one, after a moment, the part
 * written so far followed by the rest. The first request starts the build, others wait for it.
 * Throws what `planNow` throws, and UNAVAILABLE when it cannot be built, or contains what its
 * reader may not have. For one that is sent while it grows both are asked again before the first
 * byte of its files, and `begins` is called. After nearly a minute with nothing to send, which is
 * how long proxies wait, throws UNAVAILABLE too; `isAsync`, returns its state after a moment.
 */
export async function awaitPack(
  ctx: Ctx,
  signal: AbortSignal,
  planNow: () => PackBuild,
  { begins = () => {}, isAsync = false }: AwaitOptions = {},
): Promise<Pack> {
  const beganAt = ctx.monotonicMs()
  const waitedMs = () => ctx.monotonicMs() - beganAt
  for (;;) {
    const wanted = planNow()
    const masters = wanted.plan.files.map(({ sha256 }) => sha256)
    wanted.entitlement.refuseOthers(ctx, masters)
    const sent = await whenMade(ctx, wanted.plan)
    if (sent) return sent
    if (isShortOfSpaceFor(ctx, wanted.plan)) throw unavailable(packProblems()['no-room'])
    wanted.build()
    using _ = waitFor(ctx, packName(wanted.plan))
    const askAgain = () => {
      planNow().entitlement.refuseOthers(ctx, masters)
      begins()
    }
    const early = await buildEnded(ctx, wanted, signal, { waitedMs, isAsync, begins: askAgain })
    if (early) return early
    // If the content has changed meanwhile, the pack has another name and is requested again.
  }
}

async function whenMade(ctx: Ctx, plan: PackPlan): Promise<SentFile | undefined> {
  const path = ctx.blobs.made(packName(plan))
  if (!(await isWhole(path, plan))) return undefined
  try {
    const found = await stat(path)
    const nowSec = ctx.now() / 1000
    if (Math.abs(ctx.now() - found.mtimeMs) > usedEveryMs) await utimes(path, nowSec, nowSec)
    return { place: { path }, bytes: found.size, etag: etagOf(plan), headers: headersOf(plan) }
  } catch (error) {
    // It may have been deleted since.
    if (isAbsent(error)) return undefined
    throw error
  }
}

const etagOf = ({ key }: PackPlan) => `"${key.slice(0, 32)}"`

const nameEnds: Readonly<Record<PackFormat, string>> = {
  tagged: '',
  original: ' (original)',
  flac: ' (FLAC)',
  mp3: ' (MP3)',
  opus: ' (Opus)',
}

function headersOf({ bare, folder, format }: PackPlan) {
  const name = bare?.name ?? `${folder}${nameEnds[format]}.zip`
  return { 'content-type': typeOf(bare), 'content-disposition': attachmentHeader(name) }
}

function typeOf(bare: PackPlan['bare']): string {
  if (!bare) return 'application/zip'
  return isAudioFormat(bare.extension) ? contentTypeOf(bare.extension) : 'application/octet-stream'
}

// Conversion takes longer than people and proxies wait, however small the files are.
const isSmall = ({ bytes, format }: PackPlan) => bytes < leastStreamedBytes && convertedFormatOf(format) === null

/**
 * Whether a download will still be built. `begins` is called before the first byte of its files,
 * and throws when its reader may not have it any more.
 */
type Waited = { isComing: () => boolean; begins: () => void }

/**
 * Returns a large download that is being written, or a converted zip before its turn, whose first
 * entry is known; undefined for others, which are complete in a moment or have nothing to send.
 */
async function whenGrowing(ctx: Ctx, plan: PackPlan, { isComing, begins }: Waited): Promise<GrowingPack | undefined> {
  if (isSmall(plan)) return undefined
  const [name, made] = [packName(plan), ctx.blobs.made(packName(plan))]
  const writing = () => growingPacks(ctx).get(name)
  const hasHead = !plan.bare && beginsWithFolder(plan.files)
  const path = writing()
  if (!hasHead && (path === undefined || sizeOf(path) === 0)) return undefined
  const head = hasHead ? await folderBytes(plan.folder, plan.stampMs) : undefined
  const leastBytes = head?.length ?? 1
  // A file of this name that was cut off is made again. Its number is read before the file is: the
  // new one may be in its place by then.
  const former = inodeOf(made)
  const cutOff = (await isWhole(made, plan)) ? undefined : former
  const begun = () => {
    const now = writing()
    if (now !== undefined && sizeOf(now) >= leastBytes) return now
    return sizeOf(made) >= leastBytes && inodeOf(made) !== cutOff ? made : undefined
  }
  const growing = {
    pathNow: () => {
      // Asked first: once it is done, the file has its own name.
      const comes = isComing()
      const found = begun()
      if (found === undefined && !comes) throw new Error('A download that was being sent is not made any more.')
      return found
    },
    growthNow: (inode: number): Growth => {
      if (inodeOf(made) === inode) return 'whole'
      const now = writing()
      return now !== undefined && inodeOf(now) === inode ? 'growing' : 'ended'
    },
    ...(head ? { head } : {}),
    begins,
  }
  const headers = {
    ...headersOf(plan),
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: etagOf(plan),
  }
  return {
    growing: (whenBroken) => streamGrowing(growing, whenBroken, () => waitFor(ctx, name)),
    headers,
  }
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
const sizeOf = (path: string): number => statOf(path)?.size ?? 0
const inodeOf = (path: string): number | undefined => statOf(path)?.ino

const unavailable = (problem: string, hint = later(), retryAfter = retryAfterSec) =>
  new AppError('UNAVAILABLE', problem, { hint, retryAfter })

/** How the last attempt of a job failed, unless it is tried again just now. */
const failureOf = ({ problem, state }: JobState): string | null => (state === 'RUNNING' ? null : problem)

/**
 * Waits until a download is built, can be sent while it grows, or has been waited for too long.
 * Throws UNAVAILABLE with the problem when the build failed, even if it will be retried.
 */
async function buildEnded(
  ctx: Ctx,
  { plan, job: kind, key }: PackBuild,
  signal: AbortSignal,
  { waitedMs, isAsync, begins }: Pick<Waited, 'begins'> & { waitedMs: () => number; isAsync: boolean },
): Promise<GrowingPack | UnreadyPack | undefined> {
  const find = () => ctx.jobs.find(kind, key)
  const isComing = () => {
    const job = find()
    return job !== undefined && failureOf(job) === null
  }
  for (;;) {
    const job = find()
    if (!job) return undefined
    const problem = failureOf(job)
    if (problem !== null) {
      const said = sayStored(problem, () => Object.values(packProblems()))
      throw unavailable(said, hintOf(said))
    }
    if (signal.aborted) throw unavailable(say('The download was cancelled.'))
    const waited = waitedMs()
    const growing = waited < patienceMs ? undefined : await whenGrowing(ctx, plan, { isComing, begins })
    if (growing) return growing
    if (isAsync && waited >= patienceMs) return { unready: job.state === 'RUNNING' ? 'making' : 'waiting' }
    if (waited >= mostSilentMs) throw unavailable(say('The download is still being made.'), soon(), lookAgainSec)
    await Bun.sleep(lookEveryMs)
  }
}
