import type Stripe from 'stripe'
import { forgetGuest } from '../../audience/mailing-list/end-consent.ts'
import { forgetQuestions } from '../../audience/opt-in/opt-in.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { changeParties } from '../../order/change-parties.ts'
import type { Order } from '../../order/order.ts'
import { isForgotten, knowsMore } from '../../order/order-metadata.ts'
import { forgetReceiptBuyer } from '../../order/paper/receipt-buyer.ts'
import { forgetReader } from '../../platform/mail/forget-mails.ts'

/**
 * Forgets the address of an order's guest and whom the receipt is for, and takes the address off
 * the artist's mailing list. Called in a transaction.
 */
export function forgetGuestOf(ctx: Ctx, { id, buyerEmail, cassetId }: Order): void {
  if (!buyerEmail) return
  const { id: artistId } = artistOf(ctx, cassetId)
  forgetGuest(ctx, artistId, buyerEmail)
  forgetQuestions(ctx, artistId, buyerEmail)
  changeParties(ctx, id, { buyerEmail: '' })
  forgetReceiptBuyer(ctx, id)
  forgetReader(ctx, [`receipt:${id}`, `guest-links:${id}`])
}

/** Forgets a guest's address again where that was after the copy that was restored. */
export function forgetAgain(ctx: Ctx, order: Order, metadata: Stripe.Metadata): void {
  // A claim forgets it too, but those who lost theirs need the address.
  if (isForgotten(metadata) && metadata.claimedBy === undefined && knowsMore(order, metadata)) forgetGuestOf(ctx, order)
}
