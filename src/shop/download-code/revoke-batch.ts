import { and, eq, isNull } from 'drizzle-orm'
import { codeBatches } from '../../../db/schema/shop/download-code.ts'
import { ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/** Revokes a batch's unused codes; what others gave stays. Throws NOT_FOUND, FORBIDDEN. */
export function revokeBatch(ctx: Ctx, author: Viewer, id: string): void {
  const batch = ctx.db.select().from(codeBatches).where(eq(codeBatches.id, id)).get()
  if (!batch) throw notFound('batch')
  ownCasset(ctx, batch.cassetId, author)
  ctx.db
    .update(codeBatches)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(codeBatches.id, id), isNull(codeBatches.revokedAt)))
    .run()
}
