import { and, eq, isNull } from 'drizzle-orm'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'

/** Ends an unpaid purchase that will not be delivered. Called in a transaction. */
export const endUnpaidPurchase = ({ db, now }: Ctx, id: string): void =>
  void db
    .update(purchases)
    .set({ endedAt: now() })
    .where(and(eq(purchases.id, id), isNull(purchases.endedAt)))
    .run()
