import { and, count, eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import { isOwner, visibleCasset, type World } from '../casset/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { beginPayment } from './begin-payment.ts'
import { collectFree } from './collect-free.ts'
import { hasCollected } from './collected.ts'
import type { Checkout, NewCheckout } from './model.ts'
import type { Wanted } from './place-order.ts'

/**
 * Begins to collect a casset: an order of ours and a payment at the processor, or with a free one everything at once.
 * Throws NOT_FOUND, VALIDATION of an amount below the price, BAD_STATE (contract 7), UNAVAILABLE.
 */
export async function startCheckout(ctx: Ctx, buyer: Viewer, asked: NewCheckout): Promise<Checkout> {
  const world = visibleCasset(ctx, asked.slug, buyer)
  const { name, priceMinor } = world.casset
  const wanted: Wanted = {
    kind: 'casset',
    emojiId: null,
    message: null,
    amountMinor: agreedAmount(world, asked.amount),
    priceMinor,
    referralCode: asked.referralCode ?? null,
  }
  const refuse = () => refuseBuyer(ctx, world, buyer)
  if (wanted.amountMinor > 0) return beginPayment(ctx, buyer, world, { ...wanted, title: name, refuse })
  refuse()
  return { orderId: collectFree(ctx, buyer, world.casset, wanted.referralCode).id, entitled: true }
}

/** The price is the least that is paid, and who wants may pay more. */
function agreedAmount({ casset: { priceMinor } }: World, offered: number | undefined): number {
  if (offered === undefined) return priceMinor
  if (offered >= priceMinor) return offered
  throw invalid('amount', 'This is less than the price.', `The price is ${priceMinor} in the smallest unit.`)
}

function refuseBuyer(ctx: Ctx, world: World, buyer: Viewer): void {
  if (isOwner(world, buyer)) throw new AppError('BAD_STATE', 'This casset is yours already: you made it.')
  if (hasCollected(ctx, world.casset.id, buyer.userId)) {
    throw new AppError('BAD_STATE', 'You have collected this casset already.')
  }
  const isReady = and(eq(tracks.cassetId, world.casset.id), eq(tracks.active, true), eq(tracks.status, 'READY'))
  const ready = ctx.db.select({ count: count() }).from(tracks).where(isReady).get()
  if (!ready?.count) throw new AppError('BAD_STATE', 'There is nothing to hear on this casset yet.')
}
