import type Stripe from 'stripe'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import { orderById } from '../../order/order.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { wholeList } from '../../platform/payment/whole-list.ts'
import { findTransfers } from './find-transfers.ts'
import { payeeOf } from './record-transfers.ts'
import { settleCovered } from './settle-covered.ts'

/**
 * Stores what was sent to an artist's account and the ledger does not have: a restored copy of the
 * database owes it to them still. One request, where nothing is missing. Throws UNAVAILABLE.
 */
export async function learnSent(ctx: Ctx, processor: Processor, artistId: string): Promise<void> {
  const destination = accountOfArtist(ctx, processor.mode, artistId)?.accountId
  if (destination === undefined) return
  const isMissing = (transfer: Stripe.Transfer) => payeeOf(transfer) === artistId && !isKnown(ctx, transfer)
  const lately = await wholeList(
    ctx,
    processor,
    null,
    (stripe, page, options) => stripe.transfers.list({ destination, ...page }, options),
    // Newest first.
    (page) => !page.some(isMissing),
  )
  for (const orderId of new Set(lately.filter(isMissing).map(({ transfer_group: orderId }) => orderId ?? ''))) {
    const order = orderById(ctx, orderId)
    if (order) await settleCovered(ctx, processor, await findTransfers(ctx, processor, order))
  }
}

const isKnown = (ctx: Ctx, { id, transfer_group: orderId }: Stripe.Transfer): boolean =>
  amountsOf(ctx, orderId ?? '').has(`TRANSFER ${id}`)
