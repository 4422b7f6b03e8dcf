import { stat, utimes } from 'node:fs/promises'
import { collectedAt } from '../access/collected.ts'
import { isOwnOrShared, visibleCasset, type World } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { attachment } from '../http/attachment.ts'
import type { SentFile } from '../http/send-file.ts'
import type { Viewer } from '../http/session.ts'
import { buildPackJob, isShortOfRoomFor, packProblems } from './build-pack.ts'
import { isWholeZip } from './is-whole-zip.ts'
import { type PackFormat, type PackPlan, packName, planPack } from './plan-pack.ts'
import { type HeldSince, sharedHeldSince } from './read-goods.ts'

const lookEveryMs = 50
const usedEveryMs = 3_600_000
const retryAfterSec = 60
const damagedHint = 'Trying again does not help until the artist uploads the file again.'
const later = 'Try again in a few minutes.'

/**
 * Returns the zip of a casset for its collector. The first request waits until it is built, concurrent ones wait for
 * the same build; later ones get it at once. Throws NOT_FOUND, FORBIDDEN without a purchase, BAD_STATE for an empty
 * casset, UNAVAILABLE when it cannot be built.
 */
export async function openDownload(
  ctx: Ctx,
  slug: string,
  viewer: Viewer,
  format: PackFormat,
  signal: AbortSignal,
): Promise<SentFile> {
  for (;;) {
    const { world, since } = entitledWorld(ctx, slug, viewer)
    const plan = planPack(ctx, world, format, since)
    const sent = await whenMade(ctx, plan)
    if (sent) return sent
    if (isShortOfRoomFor(ctx, plan)) throw unavailable(packProblems['no-room'])
    const cassetId = world.casset.id
    // One build at a time for the same tracks and format, however many requests wait for it.
    const key = `${cassetId}:${format}:${since ?? 'active'}`
    ctx.jobs.add(buildPackJob, { cassetId, format, since }, { key })
    await buildEnded(ctx, key, signal)
    // If the artist changed the casset meanwhile, the pack has another name and is requested again.
  }
}

function entitledWorld(ctx: Ctx, slug: string, viewer: Viewer): { world: World; since: HeldSince } {
  const world = visibleCasset(ctx, slug, viewer)
  if (isOwnOrShared(ctx, world, viewer)) return { world, since: null }
  const purchasedAt = collectedAt(ctx, world.casset.id, viewer.userId)
  if (purchasedAt !== undefined) return { world, since: sharedHeldSince(ctx, world.casset.id, purchasedAt) }
  throw new AppError('FORBIDDEN', 'Only collectors can download this casset.', {
    hint: `Collect it: ${ctx.site.origin}/checkout/${world.artist.handle}`,
  })
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
async function buildEnded(ctx: Ctx, key: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const job = ctx.jobs.find(buildPackJob, key)
    if (!job) return
    if (job.problem !== null && job.state !== 'RUNNING') {
      throw unavailable(job.problem, job.problem === packProblems.damaged ? damagedHint : later)
    }
    if (signal.aborted) throw unavailable('The download was cancelled.')
    await Bun.sleep(lookEveryMs)
  }
}
