import { and, between, desc, eq, inArray, sql } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import { takenBack } from '../../books/ledger/taken-back.ts'
import type { Ctx } from '../../context.ts'
import { type Days, dayMs } from '../../lib/time/calendar.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

/** Somebody with an account who paid: how often, and what is left of it after refunds. */
export type Supporter = {
  handle: string
  displayName: string
  payments: number
  paid: { amount: number; currency: string }
}

/** `guests`: payments without an account. `isCut`: there were more payments than are read. */
export type Supporters = { supporters: Supporter[]; guests: number; isCut: boolean }

/** Each is asked what was refunded of it: 500 take a few milliseconds. */
const mostRead = 500
const mostShown = 20

/**
 * Returns who paid most for some cassets in a span of days, of the newest 500 payments: music,
 * tips, emoji and licenses, of the present mode.
 */
export function readSupporters(ctx: Ctx, cassetIds: readonly string[], days: Days): Supporters {
  const { refundedMinor, disputedMinor } = takenBack(ctx.db)
  const { currency, amountMinor, paidAt } = orders
  const rows = ctx.db
    .select({
      account: sql<string | null>`${orderAccount}`,
      handle: artists.handle,
      displayName: artists.displayName,
      currency,
      amountMinor,
      refundedMinor,
      disputedMinor,
    })
    .from(orders)
    .leftJoin(artists, eq(artists.userId, orderAccount))
    .where(
      and(
        // As the partial index has it.
        sql`${orders.state} = 'PAID'`,
        inArray(orders.cassetId, [...cassetIds]),
        between(paidAt, days.from * dayMs, (days.to + 1) * dayMs - 1),
        eq(orders.isSale, true),
        whereCounted(orders.mode, ctx.config.paymentMode),
      ),
    )
    .orderBy(desc(paidAt))
    .limit(mostRead)
    .all()
  const found = new Map<string, Supporter>()
  let guests = 0
  for (const { account, handle, displayName, currency, amountMinor, refundedMinor, disputedMinor } of rows) {
    const kept = amountMinor - refundedMinor - disputedMinor
    if (kept <= 0) continue
    if (account === null || handle === null || displayName === null) {
      guests += 1
      continue
    }
    const key = `${account} ${currency}`
    const known = found.get(key) ?? { handle, displayName, payments: 0, paid: { amount: 0, currency } }
    known.payments += 1
    known.paid.amount += kept
    found.set(key, known)
  }
  const supporters = [...found.values()].sort((a, b) => b.paid.amount - a.paid.amount).slice(0, mostShown)
  return { supporters, guests, isCut: rows.length === mostRead }
}
