import { and, count, eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import { isOwner, visibleCasset, type World } from '../casset/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { mustTakePayments } from '../payment/ask-processor.ts'
import { hasCollected } from './collected.ts'
import { grant } from './grant.ts'
import type { Checkout, NewCheckout } from './model.ts'
import { openIntent } from './open-intent.ts'
import { keepIntent, placeOrder } from './place-order.ts'
import { releaseOrder } from './release-order.ts'
import { sellerOf } from './seller.ts'

/**
 * Begins to collect a casset: an order of ours and a payment at the processor, or with a free one everything at once.
 * Throws NOT_FOUND, VALIDATION of an amount below the price, BAD_STATE (contract 7), UNAVAILABLE.
 */
export async function startCheckout(ctx: Ctx, buyer: Viewer, asked: NewCheckout): Promise<Checkout> {
  const world = visibleCasset(ctx, asked.slug, buyer)
  const amount = agreedAmount(world, asked.amount)
  refuseBuyer(ctx, world, buyer)
  const referralCode = asked.referralCode ?? null
  if (amount === 0) return collectFree(ctx, buyer, world, referralCode)
  const processor = mustTakePayments(ctx)
  // One at a time for a buyer and a casset, so that two open tabs leave one payment behind and not two.
  return ctx.paymentTurns(`checkout ${buyer.userId} ${world.casset.id}`, async () => {
    const seller = await sellerOf(ctx, processor, world.artist, amount)
    await releaseOrder(ctx, processor, buyer, world.casset.id)
    refuseBuyer(ctx, world, buyer)
    const agreed = { mode: processor.mode, amountMinor: amount, referralCode, seller }
    const order = placeOrder(ctx, buyer, world.casset, agreed)
    const intent = await openIntent(ctx, processor, order, world)
    keepIntent(ctx, order, intent.id)
    return {
      orderId: order.id,
      paymentIntentId: intent.id,
      clientSecret: intent.clientSecret,
      amount: order.amountMinor,
      currency: order.currency,
      publishableKey: processor.publishableKey,
      mode: processor.mode,
    }
  })
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

function collectFree(ctx: Ctx, buyer: Viewer, { casset }: World, referralCode: string | null): Checkout {
  return ctx.db.transaction(() => {
    const agreed = { mode: 'free', amountMinor: 0, referralCode, seller: { accountId: null, feeMinor: 0 } } as const
    const order = placeOrder(ctx, buyer, casset, agreed)
    grant(ctx, order, { status: 'PAID', isOver: false })
    return { orderId: order.id, entitled: true }
  })
}
