import { stat, utimes } from 'node:fs/promises'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { attachment } from '../http/attachment.ts'
import type { SentFile } from '../http/send-file.ts'
import type { JobKind } from '../job/define-job.ts'
import { isShortOfRoomFor, packProblems } from './build-pack.ts'
import { isWholeZip } from './is-whole-zip.ts'
import { type PackPlan, packName } from './plan-pack.ts'

const lookEveryMs = 50
const usedEveryMs = 3_600_000
const retryAfterSec = 60
const damagedHint = 'Trying again does not help until the artist uploads the file again.'
const later = 'Try again in a few minutes.'

/** What a download is to hold, and the job that makes it: its kind, its key, and what adds it. */
export type PackBuild = { plan: PackPlan; job: JobKind; key: string; build: () => void }

/**
 * Returns a zip as it is planned now. The first request waits until it is built, concurrent ones wait for the same build;
 * later ones get it at once. Throws what `planNow` throws, and UNAVAILABLE when it cannot be built.
 */
export async function awaitPack(ctx: Ctx, signal: AbortSignal, planNow: () => PackBuild): Promise<SentFile> {
  for (;;) {
    const wanted = planNow()
    const sent = await whenMade(ctx, wanted.plan)
    if (sent) return sent
    if (isShortOfRoomFor(ctx, wanted.plan)) throw unavailable(packProblems['no-room'])
    wanted.build()
    await buildEnded(ctx, wanted, signal)
    // If it was changed meanwhile, the pack has another name and is requested again.
  }
}

async function whenMade(ctx: Ctx, plan: PackPlan): Promise<SentFile | undefined> {
  const path = ctx.blobs.made(packName(plan))
  if (!(await isWholeZip(path))) return undefined
  const found = await stat(path)
  const nowSec = ctx.now() / 1000
  if (Math.abs(ctx.now() - found.mtimeMs) > usedEveryMs) await utimes(path, nowSec, nowSec)
  const name = `${plan.folder}${plan.format === 'original' ? ' (original)' : ''}.zip`
  const headers = { 'content-type': 'application/zip', 'content-disposition': attachment(name) }
  return { path, bytes: found.size, etag: `"${plan.key.slice(0, 32)}"`, headers }
}

const unavailable = (problem: string, hint = later) =>
  new AppError('UNAVAILABLE', problem, { hint, retryAfter: retryAfterSec })

/**
 * Waits until a download is built. Throws UNAVAILABLE with the problem when the build failed, even if it will be
 * retried.
 */
async function buildEnded(ctx: Ctx, { job: kind, key }: PackBuild, signal: AbortSignal): Promise<void> {
  for (;;) {
    const job = ctx.jobs.find(kind, key)
    if (!job) return
    if (job.problem !== null && job.state !== 'RUNNING') {
      throw unavailable(job.problem, job.problem === packProblems.damaged ? damagedHint : later)
    }
    if (signal.aborted) throw unavailable('The download was cancelled.')
    await Bun.sleep(lookEveryMs)
  }
}
