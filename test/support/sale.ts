import { orders } from '../../db/schema/order.ts'
import type { TestServer } from './server.ts'
import type { Person } from './world.ts'

/** What a test may decide of an order. */
export type Ordering = Partial<typeof orders.$inferInsert>

/** A paid order as the database knows one, without its payment and postings. */
export function addSale({ ctx }: Pick<TestServer, 'ctx'>, buyer: Person, seller: Person, values: Ordering = {}) {
  const paid = {
    kind: 'casset',
    mode: ctx.config.paymentMode,
    state: 'PAID',
    amountMinor: 700,
    priceMinor: 700,
    currency: 'usd',
  } as const
  const now = ctx.now()
  const row = { id: ctx.uuid(), userId: buyer.userId, cassetId: seller.cassetId, createdAt: now, paidAt: now, ...paid }
  return ctx.db
    .insert(orders)
    .values({ ...row, ...values })
    .returning()
    .get()
}
