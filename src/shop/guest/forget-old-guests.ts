import { and, lte, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { forgetGuestOf } from '../rest/forget-guest.ts'

const atOnce = 100

/**
 * Forgets the addresses of guests after the years that the owner set (rule: guests-by-address). The
 * books stay, and so do the links that open what they bought.
 */
export async function forgetOldGuests(ctx: Ctx): Promise<void> {
  const { guestYears } = ctx.config
  if (guestYears === 0) return
  const before = ctx.now() - guestYears * 365.25 * dayMs
  // Written out, so that SQLite uses the partial index of guests' orders.
  const isOld = and(sql`${orders.buyerEmail} <> ''`, lte(orders.createdAt, before))
  for (let found = atOnce; found === atOnce; ) {
    found = await ctx.jointly(() => {
      const some = ctx.db.select().from(orders).where(isOld).limit(atOnce).all()
      for (const order of some) forgetGuestOf(ctx, order)
      return some.length
    })
  }
}
