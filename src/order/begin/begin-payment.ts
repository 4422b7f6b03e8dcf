import { processorEmail } from '../../account/customer/processor-email.ts'
import { payeesWithAmounts, refuseOverLimits } from '../../books/seller/permission/new-seller.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { statementSuffix } from '../../lib/payment/statement-suffix.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Buyer } from '../buyer.ts'
import { withdrawalOf } from '../give-back/withdrawal.ts'
import { moveOrder, type Order, openOrder } from '../order.ts'
import { type OrderDraft, placeOrder, refuseUnsellable, type Seller, saveIntent } from '../place-order.ts'
import { refuseDeclined, saveAddress } from '../settle/limit-declines.ts'
import type { Agreement, Payable } from '../shape.ts'
import { endLater } from './end-unpaid.ts'
import type { PaymentText } from './open-intent.ts'
import { openIntentFor } from './open-intent-for.ts'
import { releaseOrder } from './release-order.ts'
import { sellerOf } from './seller.ts'

/**
 * An order draft. `title` is its name at the processor, in English, `refuse` throws when the goods
 * must not be sold, and `keep` stores further details of the order in its transaction. `seller`
 * names the recipient when the money is not for the artist's own goods.
 */
export type PaymentDraft = OrderDraft & {
  title: string
  refuse: () => void
  keep?: (order: Order) => void
  seller?: Seller
}

/**
 * The origin of a payment, whether it may cancel a voucher that waits to be paid, what the buyer
 * agreed to (rule: withdrawal), the token that an agent's wallet shared to pay it at once,
 * and the unpaid order of a guest that it replaces.
 */
export type PaymentStart = {
  address: string
  replaceVoucher?: boolean | undefined
  agrees?: Agreement | undefined
  sharedToken?: string
  before?: Order | undefined
}

/**
 * Starts a payment to an artist: an order of ours and a payment at the processor, in place of an
 * earlier unpaid one for the same goods. Throws what `refuse` throws, RATE_LIMIT, BAD_STATE
 * (rule: checkout), UNAVAILABLE.
 */
export async function beginPayment(
  ctx: Ctx,
  buyer: Buyer,
  forSale: CassetForSale,
  draft: PaymentDraft,
  { address, replaceVoucher = false, agrees, sharedToken, before }: PaymentStart,
): Promise<Payable> {
  const { title, refuse, keep, seller: known, ...orderDraft } = draft
  refuseUnsellable(ctx, forSale.casset.id, orderDraft.amountMinor)
  refuseDeclined(ctx, { userId: buyer.userId, address })
  refuse()
  const processor = requireProcessor(ctx)
  const right = withdrawalOf(ctx, orderDraft.kind, agrees)
  const purpose = { ...orderDraft, userId: buyer.userId, cassetId: forSale.casset.id }
  const whose = buyer.userId ?? before?.id ?? (buyer.agentKey === null ? ctx.uuid() : '')
  const turn = ['checkout', whose, purpose.cassetId, purpose.kind, purpose.thingId ?? ''].join(' ')
  // One at a time for a buyer and a thing, so that two open tabs leave only one payment behind.
  return paymentLock(ctx)(turn, async () => {
    const seller = known ?? (await sellerOf(ctx, processor, forSale))
    await releaseOrder(ctx, processor, before ?? openOrder(ctx, purpose), replaceVoucher)
    const order = await ctx.jointly(() => {
      refuse()
      const order = placeOrder(ctx, buyer, forSale.casset, { ...orderDraft, ...right, mode: processor.mode, seller })
      if (before) moveOrder(ctx, before, 'REPLACED')
      keep?.(order)
      const { amountMinor: amount, currency, cassetId } = order
      const takers = order.isShared ? payeesWithAmounts(ctx, cassetId, amount) : [{ artist: forSale.artist, amount }]
      // It holds back a use of a code, or a part of what a new seller may sell.
      if (refuseOverLimits(ctx, takers, currency) || order.discountId !== null) endLater(ctx, order)
      return order
    })
    const text = paymentText(ctx, buyer, forSale, title)
    const intent = await openIntentFor(ctx, processor, order, buyer, text, sharedToken)
    saveAddress(ctx, intent.id, address)
    await ctx.jointly(() => saveIntent(ctx, order, intent.id))
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

function paymentText({ mailer }: Ctx, { email }: Buyer, { artist }: CassetForSale, title: string): PaymentText {
  const suffix = statementSuffix(artist.displayName, artist.handle)
  // Where we send email ourselves, the processor's receipt would be a second one.
  return { title, suffix, receiptEmail: mailer ? undefined : processorEmail(email) }
}
