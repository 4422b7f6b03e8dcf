import { sql } from 'drizzle-orm'
import { assigned, prepared } from '../../../db/prepared.ts'
import { receiptSeries } from '../../../db/schema/books/receipt.ts'
import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { leastNumber } from './receipt-head.ts'

const count = prepared((db) =>
  db
    .insert(receiptSeries)
    .values({ series: sql.placeholder('series'), issued: assigned('first') })
    .onConflictDoUpdate({
      target: receiptSeries.series,
      set: { issued: sql`max(${receiptSeries.issued} + 1, ${sql.placeholder('first')})` },
    })
    .returning({ issued: receiptSeries.issued }),
)

/**
 * No money moves in a test, so a test receipt must leave no gap in the books. Handles are in lower
 * case, so none begins like this.
 */
const markOf = ({ mode }: Pick<Order, 'mode'>) => (mode === 'live' ? '' : 'TEST-')

/** Takes a number such as nova-2026-000123 (rule: receipt-numbers). Called in a transaction. */
export function takeNumber(ctx: Ctx, order: Pick<Order, 'mode'>, handle: string): string {
  const year = new Date(ctx.now()).getUTCFullYear()
  const series = `${markOf(order)}${handle}-${year}`
  const { issued } = count(ctx.db).get({ series, first: leastNumber(ctx, year) + 1 })
  return `${series}-${String(issued).padStart(6, '0')}`
}
