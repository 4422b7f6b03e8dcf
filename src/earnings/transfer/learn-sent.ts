import type Stripe from 'stripe'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import { orderById } from '../../order/order.ts'
import { askProcessor } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
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
  let hasMore = true
  for (let last = {}; hasMore; ) {
    const page = await askProcessor(ctx, processor, (stripe, options) =>
      stripe.transfers.list({ destination, limit: 100, ...last }, options),
    )
    // Newest first: a page without any ends it.
    const missing = page.data.filter((transfer) => payeeOf(transfer) === artistId && !isKnown(ctx, transfer))
    for (const orderId of new Set(missing.map(({ transfer_group: orderId }) => orderId ?? ''))) {
      const order = orderById(ctx, orderId)
      if (order) await settleCovered(ctx, processor, await findTransfers(ctx, processor, order))
    }
    hasMore = page.has_more && missing.length > 0
    last = { starting_after: page.data.at(-1)?.id }
  }
}

const isKnown = (ctx: Ctx, { id, transfer_group: orderId }: Stripe.Transfer): boolean =>
  amountsOf(ctx, orderId ?? '').has(`TRANSFER ${id}`)
