import { statSync } from 'node:fs'
import { stat, utimes } from 'node:fs/promises'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { sayStored } from '../../lib/language/say-stored.ts'
import { attachmentHeader } from '../../platform/http/attachment.ts'
import { type SentFile, sendFile } from '../../platform/http/send-file.ts'
import type { JobKind } from '../../platform/job/job-kind.ts'
import type { Entitlement } from '../access/entitlement.ts'
import { isShortOfSpaceFor, packProblems } from './build-pack.ts'
import { type Growth, streamGrowing } from './follow-file.ts'
import { growingPacks } from './growing-packs.ts'
import { isWholeZip } from './is-whole-zip.ts'
import { convertedFormatOf, type PackFormat } from './pack-format.ts'
import { type PackPlan, packName } from './plan-pack.ts'
import { waitFor } from './waiting.ts'

const lookEveryMs = 50
const usedEveryMs = 3_600_000
// Proxies wait for a minute, and people less.
const patienceMs = 2_000
const leastStreamedBytes = 50_000_000
const retryAfterSec = 60
const damagedHint = () => say('Trying again does not help until the artist uploads the file again.')
const later = () => say('Try again in a few minutes.')

/**
 * A download to build: its content for this entitlement, and the job that builds it (its kind, its
 * key, and how it is added).
 */
export type PackBuild = { entitlement: Entitlement; plan: PackPlan; job: JobKind; key: string; build: () => void }

/** A zip: complete, or one that is sent while it is written. */
export type Pack = SentFile | GrowingPack
type GrowingPack = { growing: (whenBroken: () => void) => ReadableStream<Uint8Array>; headers: Record<string, string> }

/**
 * Returns the response with a zip. A growing zip has no length yet; once it is complete, its ETag
 * resumes it. `whenBroken` is called when the zip is never completed.
 */
export const sendPack = (
  ctx: Ctx,
  pack: Pack,
  request: Request,
  whenBroken: () => void = () => {},
): Promise<Response> =>
  'growing' in pack
    ? Promise.resolve(new Response(pack.growing(whenBroken), { headers: pack.headers }))
    : sendFile(ctx, pack, request)

/**
 * Returns a zip as it is planned now: complete, or for a large one, after a moment, the part
 * written so far followed by the rest. The first request starts the build, others wait for it.
 * Throws what `planNow` throws, and UNAVAILABLE when it cannot be built, or contains what its
 * reader may not have.
 */
export async function awaitPack(ctx: Ctx, signal: AbortSignal, planNow: () => PackBuild): Promise<Pack> {
  const patientUntil = ctx.monotonicMs() + patienceMs
  const isPatient = () => ctx.monotonicMs() < patientUntil
  for (;;) {
    const wanted = planNow()
    const masters = wanted.plan.files.map(({ sha256 }) => sha256)
    wanted.entitlement.refuseOthers(ctx, masters)
    const sent = await whenMade(ctx, wanted.plan)
    if (sent) return sent
    if (isShortOfSpaceFor(ctx, wanted.plan)) throw unavailable(packProblems()['no-room'])
    wanted.build()
    using _ = waitFor(ctx, packName(wanted.plan))
    const growing = await buildEnded(ctx, wanted, signal, isPatient)
    if (growing) return growing
    // If the content has changed meanwhile, the pack has another name and is requested again.
  }
}

async function whenMade(ctx: Ctx, plan: PackPlan): Promise<SentFile | undefined> {
  const path = ctx.blobs.made(packName(plan))
  if (!(await isWholeZip(path))) return undefined
  const found = await stat(path)
  const nowSec = ctx.now() / 1000
  if (Math.abs(ctx.now() - found.mtimeMs) > usedEveryMs) await utimes(path, nowSec, nowSec)
  return { place: { path }, bytes: found.size, etag: etagOf(plan), headers: headersOf(plan) }
}

const etagOf = ({ key }: PackPlan) => `"${key.slice(0, 32)}"`

const nameEnds: Readonly<Record<PackFormat, string>> = {
  tagged: '',
  original: ' (original)',
  flac: ' (FLAC)',
  mp3: ' (MP3)',
  opus: ' (Opus)',
}

function headersOf({ folder, format }: PackPlan) {
  const name = `${folder}${nameEnds[format]}.zip`
  return { 'content-type': 'application/zip', 'content-disposition': attachmentHeader(name) }
}

// Conversion takes longer than people and proxies wait, however small the files are.
const isSmall = ({ bytes, format }: PackPlan) => bytes < leastStreamedBytes && convertedFormatOf(format) === null

/**
 * Returns a large zip whose beginning is written; undefined for a small one, which is complete in a
 * moment.
 */
function whenGrowing(ctx: Ctx, plan: PackPlan): GrowingPack | undefined {
  const path = growingPacks(ctx).get(packName(plan))
  const begun = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
  if (path === undefined || !begun || begun.size === 0 || isSmall(plan)) return undefined
  const growthNow = (): Growth => {
    if (growingPacks(ctx).get(packName(plan)) === path) return 'growing'
    const made = statSync(ctx.blobs.made(packName(plan)), { throwIfNoEntry: false })
    return made?.ino === begun.ino ? 'whole' : 'ended'
  }
  const headers = {
    ...headersOf(plan),
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: etagOf(plan),
  }
  return {
    growing: (whenBroken) => streamGrowing(path, growthNow, whenBroken, () => waitFor(ctx, packName(plan))),
    headers,
  }
}

const unavailable = (problem: string, hint = later()) =>
  new AppError('UNAVAILABLE', problem, { hint, retryAfter: retryAfterSec })

/**
 * Waits until a download is built, or can be sent while it grows. Throws UNAVAILABLE with the
 * problem when the build failed, even if it will be retried.
 */
async function buildEnded(
  ctx: Ctx,
  { plan, job: kind, key }: PackBuild,
  signal: AbortSignal,
  isPatient: () => boolean,
): Promise<GrowingPack | undefined> {
  for (;;) {
    const job = ctx.jobs.find(kind, key)
    if (!job) return undefined
    if (job.problem !== null && job.state !== 'RUNNING') {
      const said = sayStored(job.problem, () => Object.values(packProblems()))
      throw unavailable(said, said === packProblems().damaged ? damagedHint() : later())
    }
    if (signal.aborted) throw unavailable(say('The download was cancelled.'))
    const growing = isPatient() ? undefined : whenGrowing(ctx, plan)
    if (growing) return growing
    await Bun.sleep(lookEveryMs)
  }
}
