import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import { emojis, orders } from '../../db/schema/checkout.ts'
import { receipts } from '../../db/schema/receipt.ts'
import type { Order } from '../checkout/order.ts'
import type { Ctx } from '../context.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** The receipt of an order; undefined while nothing is paid. */
export const receiptOf = (ctx: Ctx, orderId: string): ReceiptRow | undefined =>
  ctx.db.select().from(receipts).where(eq(receipts.orderId, orderId)).get()

/** Writes a receipt in the names of today, which may be others tomorrow. Called in the transaction that grants. */
export function issueReceipt(ctx: Ctx, order: Order, { payment_method_details: paidWith }: Stripe.Charge): ReceiptRow {
  const { shortcode, cassetName, ...seller } = goodsOf(ctx, order)
  const whats = { casset: cassetName, emoji: `:${shortcode}:`, tip: 'Tip' } as const
  const row = {
    orderId: order.id,
    what: whats[order.kind],
    ...seller,
    cardBrand: paidWith?.card?.brand ?? null,
    cardLast4: paidWith?.card?.last4 ?? null,
    issuedAt: ctx.now(),
  }
  return ctx.db.insert(receipts).values(row).returning().get()
}

function goodsOf(ctx: Ctx, { id }: Order) {
  const row = ctx.db
    .select({
      cassetName: cassets.name,
      shortcode: emojis.shortcode,
      sellerName: artists.displayName,
      sellerHandle: artists.handle,
    })
    .from(orders)
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(emojis, eq(emojis.id, orders.emojiId))
    .where(eq(orders.id, id))
    .get()
  if (!row) throw new Error('A receipt was asked for an order that is not there.')
  return row
}
