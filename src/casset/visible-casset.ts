import type { HotReads } from '../../db/hot-reads.ts'
import { hasCollected } from '../checkout/collected.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'

/** A casset with its artist and cover. */
export type World = NonNullable<ReturnType<HotReads['worldBySlug']>>

/** Whether the viewer is the artist of this page. */
export const isOwner = (world: World, viewer: Viewer | null): boolean => world.artist.userId === viewer?.userId

/** Published ones are seen by anybody unless private; all others by their owner and by whoever has collected them. */
const isVisible = (ctx: Ctx, world: World, viewer: Viewer | null): boolean =>
  isOwner(world, viewer) ||
  (world.casset.published && world.casset.privacy !== 'private') ||
  (viewer !== null && hasCollected(ctx, world.casset.id, viewer.userId))

/** The page behind a slug. Throws NOT_FOUND when there is none or the viewer may not know of it. */
export function visibleCasset(ctx: Ctx, slug: string, viewer: Viewer | null): World {
  const world = ctx.reads.worldBySlug(slug)
  if (!world || !isVisible(ctx, world, viewer)) throw notFound('casset')
  return world
}

/** The page with this id, under the same rule. */
export function visibleCassetById(ctx: Ctx, id: string, viewer: Viewer | null): World {
  const world = ctx.reads.worldById(id)
  if (!world || !isVisible(ctx, world, viewer)) throw notFound('casset')
  return world
}
