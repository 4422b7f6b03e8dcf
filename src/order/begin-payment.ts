import type { Wares } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { mustTakePayments } from '../payment/ask-processor.ts'
import { openIntent } from './open-intent.ts'
import { keepIntent, placeOrder, type Wanted } from './place-order.ts'
import { releaseOrder } from './release-order.ts'
import { refuseSeller, sellerOf } from './seller.ts'
import type { Payable } from './shape.ts'

/** Something to be paid for, as the payer's statement calls it. `refuse` throws when it must not be sold (any more). */
export type Wish = Wanted & { title: string; refuse: () => void }

/**
 * Begins a payment to an artist: an order of ours and a payment at the processor, in place of an earlier one for the same
 * that was not paid. Throws what `refuse` throws, BAD_STATE (contract 7), UNAVAILABLE.
 */
export async function beginPayment(ctx: Ctx, buyer: Viewer, wares: Wares, wish: Wish): Promise<Payable> {
  const { title, refuse, ...wanted } = wish
  refuse()
  const processor = mustTakePayments(ctx)
  const turn = ['checkout', buyer.userId, wares.casset.id, wanted.kind, wanted.emojiId ?? ''].join(' ')
  // One at a time for a buyer and a thing, so that two open tabs leave one payment behind and not two.
  return ctx.paymentTurns(turn, async () => {
    const seller = await sellerOf(ctx, processor, wares.artist, wanted.amountMinor)
    await releaseOrder(ctx, processor, { ...wanted, userId: buyer.userId, cassetId: wares.casset.id })
    const order = await ctx.jointly(() => {
      refuse()
      return placeOrder(ctx, buyer, wares.casset, { ...wanted, mode: processor.mode, seller })
    })
    const intent = await openIntent(ctx, processor, order, title).catch((error) =>
      refuseSeller(ctx, processor, seller, error),
    )
    await ctx.jointly(() => keepIntent(ctx, order, intent.id))
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
