import { and, desc, eq, isNull, lt, or, type SQL } from 'drizzle-orm'
import { discounts } from '../../../db/schema/shop/discount.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Discount } from './model.ts'

export type DiscountRow = typeof discounts.$inferSelect

export const toDiscount = (row: DiscountRow): Discount => ({
  id: row.id,
  cassetId: row.cassetId,
  code: row.code,
  percent: row.percent,
  amount: row.amountMinor,
  currency: row.amountMinor === null ? null : row.currency,
  uses: row.uses,
  used: row.used,
  expiresAt: isoOf(row.expiresAt),
  endedAt: isoOf(row.endedAt),
  createdAt: new Date(row.createdAt).toISOString(),
})

/** Returns a typed code in the form in which codes are kept and compared. */
export const spelledCode = (typed: string): string => typed.normalize('NFKC').toUpperCase().replace(/\s/g, '')

/** Returns how much a discount takes off, in words: "20 % off". */
export const discountText = ({ percent, amountMinor, currency }: DiscountRow): string =>
  amountMinor === null
    ? say('{percent} % off', { percent: String(percent) })
    : say('{sum} off', { sum: sumText({ amount: amountMinor, currency }) })

/**
 * Returns a price with a discount, in minor units: rounded to the nearest, halves up. Below the
 * processor's minimum charge it is that minimum, unless nothing is left to pay.
 */
export function reduced(
  price: { amount: number; leastMinor: number },
  { percent, amountMinor }: Pick<DiscountRow, 'percent' | 'amountMinor'>,
): number {
  const left =
    percent === null ? price.amount - (amountMinor ?? 0) : Math.floor((price.amount * (100 - percent) + 50) / 100)
  if (left <= 0) return 0
  return Math.min(price.amount, Math.max(left, price.leastMinor))
}

/** Returns the open discount of this code for a casset; undefined for none. */
export function openDiscount(ctx: Ctx, { casset, artist }: CassetForSale, code: string): DiscountRow | undefined {
  const { artistId, cassetId, currency, amountMinor, endedAt } = discounts
  const isForAll = and(isNull(cassetId), or(isNull(amountMinor), eq(currency, casset.currency)))
  // A code for all is for what the artist sells alone: members of a co-casset agreed to none.
  const isForIt = casset.slug === null ? or(eq(cassetId, casset.id), isForAll) : eq(cassetId, casset.id)
  return ctx.db
    .select()
    .from(discounts)
    .where(and(eq(artistId, artist.id), eq(discounts.code, code), isNull(endedAt), isForIt))
    .get()
}

/** The discounts to list: all, or those of one casset with those for all; and the cursor. */
type Which = { cassetId?: string | undefined; cursor?: string | undefined }

/** Returns the caller's discounts, newest first. */
export function listDiscounts(ctx: Ctx, author: Viewer, limit: number, { cassetId, cursor }: Which = {}) {
  const whereFurther = cursor === undefined ? undefined : lt(discounts.id, cursor)
  const whereCasset: SQL | undefined =
    cassetId === undefined ? undefined : or(eq(discounts.cassetId, cassetId), isNull(discounts.cassetId))
  const rows = ctx.db
    .select()
    .from(discounts)
    .where(and(eq(discounts.artistId, author.artistId), whereCasset, whereFurther))
    .orderBy(desc(discounts.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { discounts: page.map(toDiscount), nextCursor }
}
