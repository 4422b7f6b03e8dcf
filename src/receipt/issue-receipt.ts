import type Stripe from 'stripe'
import type { HotReads } from '../../db/hot-reads.ts'
import type { receipts } from '../../db/schema/receipt.ts'
import type { Ctx } from '../context.ts'
import type { Order } from '../order/order.ts'

/** The receipt of an order as it is kept. */
export type ReceiptRow = typeof receipts.$inferSelect

/** What an order is for, from whom, and who pays, in the names of today. */
export type Bought = NonNullable<ReturnType<HotReads['goods']>>

/** Writes a receipt in the names of today, which may be others tomorrow. Called in the transaction that grants. */
export function issueReceipt(ctx: Ctx, order: Order, bought: Bought, charge: Stripe.Charge): ReceiptRow {
  const { cassetName, shortcode, seller } = bought
  const { payment_method_details: paidWith } = charge
  const row = {
    orderId: order.id,
    what: ctx.goods[order.kind].receiptName({ order, cassetName, shortcode }),
    sellerName: seller.name,
    sellerHandle: seller.handle,
    cardBrand: paidWith?.card?.brand ?? null,
    cardLast4: paidWith?.card?.last4 ?? null,
    issuedAt: ctx.now(),
  }
  ctx.writes.addReceipt(row)
  return row
}
