import { and, asc, not, count as rowsOf, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { count } from '../../lib/count.ts'
import type { Check } from '../../platform/check.ts'
import { type OrderMode, whereCounted } from '../../platform/payment/mode.ts'

const words: Readonly<Record<OrderMode, string>> = {
  free: 'for nothing',
  live: 'with real money',
  'test-key': 'with a test key of Stripe',
  test: 'at the test processor',
}

const { mode, state } = orders

const others = ({ db, config }: Ctx) =>
  db
    .select({ mode, paid: rowsOf() })
    .from(orders)
    .where(and(sql`${state} = 'PAID'`, not(whereCounted(mode, config.paymentMode))))
    .groupBy(mode)
    .orderBy(asc(mode))
    .all()

/**
 * The number of orders that were paid in other modes than the present one (rule: modes): a remark,
 * never a problem.
 */
export const modeCheck: Check = {
  name: 'modes',
  look(ctx) {
    const found = others(ctx).map(({ mode, paid }) => `${count(paid, 'order')} paid ${words[mode]}`)
    return found.length === 0 ? {} : { note: `${found.join(' and ')}: not counted in the current payment mode` }
  },
}
