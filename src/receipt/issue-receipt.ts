import type Stripe from 'stripe'
import type { HotReads } from '../../db/hot-reads.ts'
import type { receipts } from '../../db/schema/receipt.ts'
import type { Order } from '../checkout/order.ts'
import type { Ctx } from '../context.ts'

/** The receipt of an order as it is kept. */
export type ReceiptRow = typeof receipts.$inferSelect

/** What an order is for, from whom, and who pays, in the names of today. */
export type Bought = NonNullable<ReturnType<HotReads['goods']>>

/** Writes a receipt in the names of today, which may be others tomorrow. Called in the transaction that grants. */
export function issueReceipt(ctx: Ctx, order: Order, bought: Bought, charge: Stripe.Charge): ReceiptRow {
  const { cassetName, shortcode, seller } = bought
  const { payment_method_details: paidWith } = charge
  const whats = { casset: cassetName, emoji: `:${shortcode}:`, tip: 'Tip' } as const
  const row = {
    orderId: order.id,
    what: whats[order.kind],
    sellerName: seller.name,
    sellerHandle: seller.handle,
    cardBrand: paidWith?.card?.brand ?? null,
    cardLast4: paidWith?.card?.last4 ?? null,
    issuedAt: ctx.now(),
  }
  ctx.writes.addReceipt(row)
  return row
}
