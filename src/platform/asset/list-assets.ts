import { and, desc, eq, lt } from 'drizzle-orm'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../http/session/session.ts'
import { usesOf } from './asset-uses.ts'
import type { ListedAssets } from './model.ts'

/** Returns the caller's pictures and stems with their uses, newest first. */
export function listAssets(ctx: Ctx, author: Viewer, limit: number, cursor?: string): ListedAssets {
  const whereFurther = cursor === undefined ? undefined : lt(assets.id, cursor)
  const rows = ctx.db
    .select()
    .from(assets)
    .where(and(eq(assets.userId, author.userId), whereFurther))
    .orderBy(desc(assets.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const used = usesOf(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    assets: page.map(({ id, kind, name, bytes, variantBytes, createdAt }) => ({
      id,
      kind,
      name,
      bytes,
      storedBytes: bytes + variantBytes,
      createdAt: new Date(createdAt).toISOString(),
      usedFor: [...new Set((used.get(id) ?? []).map(({ use }) => use))],
    })),
    nextCursor,
  }
}
