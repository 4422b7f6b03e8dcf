import { and, eq } from 'drizzle-orm'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { changeOrderedTracks } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'

type Bought = Pick<Order, 'id' | 'cassetId' | 'mode'>

/** Transfers a guest's purchase, or single tracks, to an account. Called in a transaction. */
export function addPurchase(ctx: Ctx, { id: orderId, cassetId, mode }: Bought, userId: string): void {
  const { db } = ctx
  changeOrderedTracks(ctx, { id: orderId }, { userId })
  const ofGuest = eq(purchases.orderId, orderId)
  // An account has one row for a casset and a mode: an ended row is reopened, as when the casset is
  // bought again, and never by a purchase that has ended itself.
  const known = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.cassetId, cassetId), eq(purchases.mode, mode)))
    .get()
  if (known) {
    const [held] = db.delete(purchases).where(ofGuest).returning().all()
    if (held?.endedAt === null)
      db.update(purchases)
        .set({ ...held, id: known.id, userId })
        .where(eq(purchases.id, known.id))
        .run()
  } else {
    db.update(purchases).set({ userId }).where(ofGuest).run()
  }
}
