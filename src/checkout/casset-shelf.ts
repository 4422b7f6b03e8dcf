import { eq } from 'drizzle-orm'
import { purchases } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import type { Shelf } from './grant.ts'
import type { Order } from './order.ts'

/** Where it stands that somebody has collected a casset. */
export const cassetShelf = (ctx: Ctx, { userId, cassetId }: Order): Shelf => ({
  find: () => ctx.reads.purchase(userId, cassetId),
  add: (held) => ctx.writes.addPurchase({ ...held, userId, cassetId }),
  change: (id, values) => void ctx.db.update(purchases).set(values).where(eq(purchases.id, id)).run(),
})
