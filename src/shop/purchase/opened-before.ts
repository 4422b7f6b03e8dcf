import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { hasSound } from '../../casset/access/held-track.ts'
import { changeCassets } from '../../casset/casset.ts'
import { endOpening, openState, queueOpenedNews } from '../../casset/opening/set-opening.ts'
import type { Ctx } from '../../context.ts'
import { goodsOf } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'

/**
 * Opens a tape that a restored copy of the database has as a preorder, when its artists were paid
 * for an order of it that holds: nothing is sent before a tape opens (rule: money-called-back).
 * Called in the transaction that stores the transfers, before that.
 */
export function openedBefore(ctx: Ctx, order: Order, transfers: readonly Stripe.Transfer[]): void {
  const { id: orderId, cassetId } = order
  const casset = ctx.db.select().from(cassets).where(eq(cassets.id, cassetId)).get()
  if (!casset || casset.opensAt === null || !hasSound(ctx, cassetId)) return
  const known = amountsOf(ctx, orderId)
  const isNews = transfers.some(
    ({ id, amount, amount_reversed: back }) => amount > back && !known.has(`TRANSFER ${id}`),
  )
  if (!isNews || goodsOf(ctx)[order.kind].holding.find(ctx, order)?.endedAt !== null) return
  endOpening(ctx, casset)
  changeCassets(ctx, eq(cassets.id, cassetId), { ...openState(), revision: casset.revision + 1 })
  queueOpenedNews(ctx, cassetId)
  ctx.log.warn('tape opened again, as its artists were paid for it', { cassetId, orderId })
}
