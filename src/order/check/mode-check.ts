import { and, asc, not, count as rowsOf, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { listText } from '../../lib/text/join-names.ts'
import type { Check } from '../../platform/check.ts'
import { type OrderMode, whereCounted } from '../../platform/payment/mode.ts'

const texts: Readonly<Record<OrderMode, (orders: number) => string>> = {
  free: (orders) => say('{orders, plural, one {# order} other {# orders}} paid for nothing', { orders }),
  live: (orders) => say('{orders, plural, one {# order} other {# orders}} paid with real money', { orders }),
  'test-key': (orders) =>
    say('{orders, plural, one {# order} other {# orders}} paid with a test key of Stripe', { orders }),
  test: (orders) => say('{orders, plural, one {# order} other {# orders}} paid at the test processor', { orders }),
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

/** A remark, never a problem (rule: modes). */
export const modeCheck: Check = {
  name: 'modes',
  place: 130,
  look(ctx) {
    const found = others(ctx).map(({ mode, paid }) => texts[mode](paid))
    if (found.length === 0) return {}
    return { note: say('{orders}: not counted in the current payment mode', { orders: listText(found) }) }
  },
}
