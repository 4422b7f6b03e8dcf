import { memberStatusOf } from '../casset/access/member-status.ts'
import { isOwner, type World, worldBySlug } from '../casset/access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'

/** The artist, the named moderators and the owner of the instance moderate a room. */
export const canModerate = (ctx: Ctx, world: Pick<World, 'casset' | 'artist'>, viewer: Viewer): boolean =>
  isOwner(world, viewer) ||
  viewer.role === 'owner' ||
  memberStatusOf(ctx, world.casset.id, viewer.userId)?.moderator === true

/** Throws FORBIDDEN unless somebody moderates a casset's room. */
export function refuseOthersThanModerators(ctx: Ctx, world: Pick<World, 'casset' | 'artist'>, viewer: Viewer): void {
  if (canModerate(ctx, world, viewer)) return
  throw new AppError('FORBIDDEN', say('Only the artist and their moderators can do this.'))
}

/** Throws NOT_FOUND when absent, FORBIDDEN otherwise (rule: forbidden-or-absent). */
export function moderatedCasset(ctx: Ctx, slug: string, author: Viewer): World {
  const world = worldBySlug(ctx, slug)
  if (!world) throw notFound('casset')
  refuseOthersThanModerators(ctx, world, author)
  return world
}
