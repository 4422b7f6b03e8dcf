import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { collectedAt } from '../access/collected.ts'
import { isOwnOrShared, visibleCasset, type World } from '../access/visible-casset.ts'
import { awaitPack, type Pack } from './await-pack.ts'
import { buildPackJob } from './build-pack.ts'
import { type PackFormat, planPack } from './plan-pack.ts'
import { type HeldSince, sharedHeldSince } from './read-goods.ts'

/**
 * Returns the zip of a casset for its collector. Throws NOT_FOUND, FORBIDDEN without a purchase, BAD_STATE for an empty
 * casset, UNAVAILABLE when it cannot be built.
 */
export const openDownload = (
  ctx: Ctx,
  slug: string,
  viewer: Viewer,
  format: PackFormat,
  signal: AbortSignal,
): Promise<Pack> => openPack(ctx, format, signal, () => entitledWorld(ctx, slug, viewer))

/** A casset, and from when on somebody holds its tracks. */
export type Holding = { world: World; since: HeldSince }

/** Returns the zip of what somebody holds, as `find` finds it now. Throws what `find` throws, BAD_STATE, UNAVAILABLE. */
export const openPack = (ctx: Ctx, format: PackFormat, signal: AbortSignal, find: () => Holding): Promise<Pack> =>
  awaitPack(ctx, signal, () => {
    const { world, since } = find()
    const cassetId = world.casset.id
    // One build at a time for the same tracks and format, however many requests wait for it.
    const key = `${cassetId}:${format}:${since ?? 'active'}`
    const build = () => ctx.jobs.add(buildPackJob, { cassetId, format, since }, { key })
    return { plan: planPack(ctx, world, format, since), job: buildPackJob, key, build }
  })

function entitledWorld(ctx: Ctx, slug: string, viewer: Viewer): Holding {
  const world = visibleCasset(ctx, slug, viewer)
  if (isOwnOrShared(ctx, world, viewer)) return { world, since: null }
  const purchasedAt = collectedAt(ctx, world.casset.id, viewer.userId)
  if (purchasedAt !== undefined) return { world, since: sharedHeldSince(ctx, world.casset.id, purchasedAt) }
  throw new AppError('FORBIDDEN', 'Only collectors can download this casset.', {
    hint: `Collect it: ${ctx.site.origin}/checkout/${world.artist.handle}`,
  })
}
