import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { codes } from '../../../db/schema/shop/download-code.ts'
import { offeredText } from '../../audience/mailing-list/offered-text.ts'
import { hasCollected } from '../../casset/access/collected.ts'
import { heldExtras } from '../../casset/access/held-extra.ts'
import { isOwnOrShared, type World } from '../../casset/access/visible-casset.ts'
import { toExtra } from '../../casset/extra/shape.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { collectFree } from '../../order/begin/collect-free.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { draftCassetOrder } from '../checkout/draft-casset-order.ts'
import { isTakingBack } from '../preorder/is-refunding.ts'
import { waitingFor } from '../purchase/waiting.ts'
import { findCode, refuseSpent } from './casset-of-code.ts'
import type { Redeemed } from './model.ts'

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
    const waiting = waitingFor(ctx, id)
    return {
      casset,
      waiting: waiting && { hour: waiting.hour, hasOpen: waiting.hasOpen },
      extras: heldExtras(ctx, id, null).map(toExtra),
      news: offeredText(ctx, id, caller),
    }
  })
}

function usableCode(ctx: Ctx, caller: Viewer, typed: string): { codeHash: string; world: World } {
  const found = findCode(ctx, typed)
  const { code, world } = found
  if (isOwnOrShared(ctx, world, caller))
    throw new AppError('BAD_STATE', say('This code is for your own casset: give it to somebody else.'))
  if (hasCollected(ctx, world.casset.id, caller.userId)) {
    const hint = code.orderId === null ? { hint: say('The code is still unused: give it to somebody else.') } : {}
    throw new AppError('BAD_STATE', say('You already have this casset.'), hint)
  }
  refuseSpent(ctx, found)
  if (isTakingBack(ctx, world.casset)) {
    throw new AppError('BAD_STATE', say('This casset was called off just now.'), {
      hint: say('Wait a minute, and try the code again.'),
    })
  }
  return { codeHash: code.codeHash, world }
}
