import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { priceBounds } from '../../lib/money/price.ts'
import { refuseAmount } from '../../platform/payment/refuse-sum.ts'

const readyTrack = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), eq(tracks.active, true), eq(tracks.status, 'READY')))
    .limit(1),
)

/**
 * Returns the amount to pay for a casset at a price. The price is a minimum: buyers may pay more.
 * Throws VALIDATION for less, and for amounts out of bounds.
 */
export function agreedAmount(
  ctx: Ctx,
  { casset: { currency } }: CassetForSale,
  priceMinor: number,
  offered: number | undefined,
): number {
  if (offered === undefined) return priceMinor
  refuseAmount(ctx, offered, priceBounds(currency), currency)
  if (offered >= priceMinor) return offered
  throw invalid(
    'amount',
    say('This is less than the price.'),
    say('The minimum is {sum}.', { sum: sumText({ amount: priceMinor, currency }) }),
  )
}

/** Throws BAD_STATE for a casset without a ready track. */
export function requirePlayableTrack({ db }: Ctx, { casset }: CassetForSale): void {
  if (!readyTrack(db).get({ cassetId: casset.id }))
    throw new AppError('BAD_STATE', say('There is nothing to hear on this casset yet.'))
}
