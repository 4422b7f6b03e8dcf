import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { codeBatches, codes } from '../../../db/schema/money/download-code.ts'
import { type World, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { hashesOfCode } from '../../lib/spell-code.ts'

/** Returns the casset that a code gives when redeemed now; undefined when it cannot be redeemed. */
export function cassetOfCode(ctx: Ctx, typed: string): World | undefined {
  const isUsable = and(
    inArray(codes.codeHash, hashesOfCode(typed)),
    isNull(codes.orderId),
    isNull(codeBatches.revokedAt),
    or(isNull(codeBatches.expiresAt), gt(codeBatches.expiresAt, ctx.now())),
  )
  const found = ctx.db
    .select({ cassetId: codeBatches.cassetId })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(isUsable)
    .get()
  return found && worldById(ctx, found.cassetId)
}
