import { eq } from 'drizzle-orm'
import { artists, formerHandles } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { isVisible, worldBySlug } from './visible-casset.ts'

/**
 * Returns the handle to which a former one redirects (rule: former-handles). Undefined when there
 * is none, and when its casset is hidden from the viewer, who must not learn whose handle it was.
 */
export function movedHandle(ctx: Ctx, former: string, viewer: Viewer | null): string | undefined {
  const found = ctx.db
    .select({ handle: artists.handle })
    .from(formerHandles)
    .innerJoin(artists, eq(artists.id, formerHandles.artistId))
    .where(eq(formerHandles.handle, former))
    .get()
  const world = found && worldBySlug(ctx, found.handle)
  return world && isVisible(ctx, world, viewer) ? found.handle : undefined
}
