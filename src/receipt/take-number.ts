import { sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { receiptSeries } from '../../db/schema/receipt.ts'
import type { Ctx } from '../context.ts'
import type { Order } from '../order/order.ts'

const count = prepared((db) =>
  db
    .insert(receiptSeries)
    .values({ series: sql.placeholder('series'), issued: 1 })
    .onConflictDoUpdate({ target: receiptSeries.series, set: { issued: sql`${receiptSeries.issued} + 1` } })
    .returning({ issued: receiptSeries.issued })
    .prepare(),
)

/** No money moves in a test, so it must leave no gap in the books. Handles are in lower case, so none begins like this. */
const markOf = ({ mode }: Pick<Order, 'mode'>) => (mode === 'live' ? '' : 'TEST-')

/** Takes the next receipt number of a seller and year, such as nova-2026-000123 (rule 7.18). Called in a transaction. */
export function takeNumber(ctx: Ctx, order: Pick<Order, 'mode'>, handle: string): string {
  const series = `${markOf(order)}${handle}-${new Date(ctx.now()).getUTCFullYear()}`
  const { issued } = count(ctx.db).get({ series })
  return `${series}-${String(issued).padStart(6, '0')}`
}
