import { and, eq } from 'drizzle-orm'
import { hookLikes } from '../../../db/schema/casset/hook.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type HookFigures, hookFigures } from './hook-figures.ts'
import { visibleHook } from './visible-hook.ts'

/**
 * Makes the viewer like a hook, or stop liking it; without `wanted` it toggles
 * (rules: hook-objects, endings). Only writes, so it can be part of a transaction. Throws NOT_FOUND
 * when the hook is absent, or hidden from a viewer who does not stop liking it.
 */
export function setHookLike(ctx: Ctx, viewer: Viewer, hookId: string, wanted?: boolean): HookFigures {
  const { userId } = viewer
  const before = hookFigures(ctx, hookId, userId)
  if (wanted !== false || !before.liked) visibleHook(ctx, hookId, viewer)
  const liked = wanted ?? !before.liked
  if (liked === before.liked) return before
  if (liked) ctx.db.insert(hookLikes).values({ hookId, userId, createdAt: ctx.now() }).run()
  else
    ctx.db
      .delete(hookLikes)
      .where(and(eq(hookLikes.hookId, hookId), eq(hookLikes.userId, userId)))
      .run()
  return hookFigures(ctx, hookId, userId)
}
