import { toldEmail } from '../../account/customer/told-email.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { statementSuffix } from '../../lib/statement-suffix.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import { refuseOverLimits, takersOf } from '../seller/new-seller.ts'
import type { Buyer } from './buyer.ts'
import { endLater } from './end-unpaid.ts'
import { keepAddress, refuseDeclined } from './limit-declines.ts'
import type { PaymentWords } from './open-intent.ts'
import { openIntentFor } from './open-intent-for.ts'
import { moveOrder, type Order, openOrder } from './order.ts'
import { keepIntent, type OrderDraft, placeOrder } from './place-order.ts'
import { releaseOrder } from './release-order.ts'
import { type Seller, sellerOf } from './seller.ts'
import type { Payable } from './shape.ts'

/**
 * An order draft; `title` is for the payer's statement, `refuse` throws when it must not be sold, or no longer, and `keep`
 * writes down what the order is for besides, in its transaction. `seller` says whose the money is when it is not for what
 * the artist sells.
 */
export type PaymentDraft = OrderDraft & {
  title: string
  refuse: () => void
  keep?: (order: Order) => void
  seller?: Seller
}

/**
 * From where a payment is begun, whether it may end a voucher that waits to be paid, what the wallet of an agent shared
 * to pay it at once, and which unpaid order of a guest it is in place of.
 */
export type PaymentStart = {
  address: string
  replaceVoucher?: boolean | undefined
  sharedToken?: string
  before?: Order | undefined
}

/**
 * Begins a payment to an artist: an order of ours and a payment at the processor, in place of an
 * earlier one for the same that was not paid. Throws what `refuse` throws, RATE_LIMIT, BAD_STATE
 * (rule: checkout), UNAVAILABLE.
 */
export async function beginPayment(
  ctx: Ctx,
  buyer: Buyer,
  forSale: CassetForSale,
  draft: PaymentDraft,
  { address, replaceVoucher = false, sharedToken, before }: PaymentStart,
): Promise<Payable> {
  const { title, refuse, keep, seller: known, ...orderDraft } = draft
  refuseDeclined(ctx, { userId: buyer.userId, address })
  refuse()
  const processor = requireProcessor(ctx)
  const purpose = { ...orderDraft, userId: buyer.userId, cassetId: forSale.casset.id }
  const whose = buyer.userId ?? before?.id ?? (buyer.agentKey === null ? ctx.uuid() : '')
  const turn = ['checkout', whose, purpose.cassetId, purpose.kind, purpose.thingId ?? ''].join(' ')
  // One at a time for a buyer and a thing, so that two open tabs leave one payment behind and not two.
  return paymentLock(ctx)(turn, async () => {
    const seller = known ?? (await sellerOf(ctx, processor, forSale))
    await releaseOrder(ctx, processor, before ?? openOrder(ctx, purpose), replaceVoucher)
    const order = await ctx.jointly(() => {
      refuse()
      const order = placeOrder(ctx, buyer, forSale.casset, { ...orderDraft, mode: processor.mode, seller })
      if (before) moveOrder(ctx, before, 'REPLACED')
      keep?.(order)
      const { amountMinor: amount, currency, cassetId } = order
      const takers = order.isShared ? takersOf(ctx, cassetId, amount) : [{ artist: forSale.artist, amount }]
      if (refuseOverLimits(ctx, takers, currency)) endLater(ctx, order)
      return order
    })
    const words = wordsOf(ctx, buyer, forSale, title)
    const intent = await openIntentFor(ctx, processor, order, buyer, words, sharedToken)
    keepAddress(ctx, intent.id, address)
    await ctx.jointly(() => keepIntent(ctx, order, intent.id))
    return {
      orderId: order.id,
      paymentIntentId: intent.id,
      clientSecret: intent.clientSecret,
      amount: order.amountMinor,
      currency: order.currency,
      publishableKey: processor.publishableKey,
      mode: processor.kind,
    }
  })
}

function wordsOf({ mailer }: Ctx, { email }: Buyer, { artist }: CassetForSale, title: string): PaymentWords {
  const suffix = statementSuffix(artist.displayName, artist.handle)
  // Where we send mail ourselves a receipt of the processor's would be the second one.
  return { title, suffix, receiptEmail: mailer ? undefined : toldEmail(email) }
}
