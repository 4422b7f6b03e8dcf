import { and, eq, inArray, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { codeBatches, codes } from '../../../db/schema/money/download-code.ts'
import { hasCollected } from '../../casset/access/collected.ts'
import { isOwnOrShared, type World, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { hashesOfCode, readCode } from '../../lib/spell-code.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { draftCassetOrder } from '../checkout/draft-casset-order.ts'
import { offeredText } from '../mailing-list/join-list.ts'
import { collectFree } from '../order/collect-free.ts'
import type { Redeemed } from './model.ts'

const checkIt = () => say('Check the code and try again.')
const askArtist = () => ({ hint: say('Ask the person who gave it to you for another one.') })

/**
 * Redeems a code for its casset, published or not. Throws VALIDATION for text that cannot be a
 * code, NOT_FOUND for an unknown code, BAD_STATE for a code that is used, expired or revoked, and
 * for a casset that the caller already has (the code then stays valid).
 */
export function redeemCode(ctx: Ctx, caller: Viewer, typed: string): Redeemed {
  // All of it holds the write lock: of two people at the same time, exactly one redeems the code.
  return inTransaction(ctx.db, () => {
    const { codeHash, world } = usableCode(ctx, caller, typed)
    const order = collectFree(ctx, caller, world.casset, draftCassetOrder(world.casset, 0))
    const whereUnused = and(eq(codes.codeHash, codeHash), isNull(codes.orderId))
    ctx.db.update(codes).set({ orderId: order.id, redeemedAt: ctx.now() }).where(whereUnused).run()
    const { id, name } = world.casset
    const casset = { id, slug: world.artist.handle, name, displayName: world.artist.displayName }
    return { casset, news: offeredText(ctx, id, caller) }
  })
}

function usableCode(ctx: Ctx, caller: Viewer, typed: string): { codeHash: string; world: World } {
  const found = ctx.db
    .select({ code: codes, batch: codeBatches })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(inArray(codes.codeHash, hashesOfCode(typed)))
    .get()
  if (!found && readCode(typed) === null) throw invalid('code', say('A code has 16 letters and digits.'), checkIt())
  const world = found && worldById(ctx, found.batch.cassetId)
  if (!world) throw new AppError('NOT_FOUND', say('There is no such code.'), { hint: checkIt() })
  if (isOwnOrShared(ctx, world, caller))
    throw new AppError('BAD_STATE', say('This code is for your own casset: give it to somebody else.'))
  if (hasCollected(ctx, world.casset.id, caller.userId)) {
    const hint = found.code.orderId === null ? { hint: say('The code is still unused: give it to somebody else.') } : {}
    throw new AppError('BAD_STATE', say('You already have this casset.'), hint)
  }
  if (found.code.orderId !== null) throw new AppError('BAD_STATE', say('This code has been used.'), askArtist())
  if (found.batch.revokedAt !== null) throw new AppError('BAD_STATE', say('The artist revoked this code.'), askArtist())
  if (found.batch.expiresAt !== null && found.batch.expiresAt <= ctx.now()) {
    throw new AppError('BAD_STATE', say('This code has expired.'), askArtist())
  }
  return { codeHash: found.code.codeHash, world }
}
