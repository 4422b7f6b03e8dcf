import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { codeBatches } from '../../../db/schema/shop/download-code.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Batch, Batches } from './model.ts'

function select(ctx: Ctx, which: SQL | undefined, limit: number): Batch[] {
  return ctx.db
    .select({ batch: codeBatches })
    .from(codeBatches)
    .innerJoin(cassets, eq(cassets.id, codeBatches.cassetId))
    .where(which)
    .orderBy(desc(codeBatches.id))
    .limit(limit)
    .all()
    .map(({ batch }) => ({
      id: batch.id,
      label: batch.label,
      count: batch.codes,
      redeemed: batch.redeemed,
      expiresAt: isoOf(batch.expiresAt),
      revokedAt: isoOf(batch.revokedAt),
      createdAt: new Date(batch.createdAt).toISOString(),
    }))
}

export const readBatch = (ctx: Ctx, id: string): Batch | undefined => select(ctx, eq(codeBatches.id, id), 1)[0]

type Which = { cassetId?: string | undefined; cursor?: string | undefined }

/** Returns the caller's batches, newest first. */
export function listBatches(ctx: Ctx, author: Viewer, limit: number, { cassetId, cursor }: Which = {}): Batches {
  const whereCasset = cassetId === undefined ? undefined : eq(codeBatches.cassetId, cassetId)
  const whereFurther = cursor === undefined ? undefined : lt(codeBatches.id, cursor)
  const rows = select(ctx, and(eq(cassets.artistId, author.artistId), whereCasset, whereFurther), limit + 1)
  const { page: batches, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { batches, nextCursor }
}
