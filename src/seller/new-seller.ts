import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { ownerOf } from '../account/make-owner.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { dayMs } from '../lib/calendar.ts'
import { digitsOf, type Sum, spokenSum } from '../lib/money.ts'
import { dollars, stepOf } from '../lib/price.ts'
import { newPriceCurrency } from '../payment/platform-currency.ts'
import type { SellerLimits } from './model.ts'

/** An artist as limits look at them. */
export type LimitedArtist = { id: string; userId: string }

// Without a setting: what a stranger may lose the owner at once and in a day, in about US dollars.
const defaultMost = 100
const defaultDaily = 500

const stood = `SELECT count(*) AS count FROM (SELECT 1 FROM orders o
  WHERE o.casset_id IN (SELECT id FROM cassets WHERE artist_id = $artistId) AND o.state = 'PAID' AND o.mode = $mode
    AND o.paid_at <= $before
    AND NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.order_id = o.id AND p.kind IN ('REFUND', 'DISPUTE'))
  LIMIT $most)`

const soldSince = `SELECT currency, sum(amount) AS amount FROM (
    SELECT currency, amount_minor AS amount FROM orders WHERE state = 'PAID' AND paid_at > $since AND mode = $mode
      AND casset_id IN (SELECT id FROM cassets WHERE artist_id = $artistId)
    UNION ALL
    SELECT currency, amount_minor FROM orders WHERE state = 'OPEN' AND created_at > $since AND mode = $mode
      AND casset_id IN (SELECT id FROM cassets WHERE artist_id = $artistId)
  ) GROUP BY currency`

type Span = { artistId: string; mode: string; since: number }
type Asked = { artistId: string; mode: string; before: number; most: number }

/**
 * Returns the limits of a seller who is new, in a currency: until so many sales are older than banks dispute them
 * (rule 7.10). Null for everybody else, and where there are none.
 */
export function limitsOf(ctx: Ctx, artist: LimitedArtist, currency: string): SellerLimits | null {
  const { config, processor } = ctx
  const most = limitIn(ctx, currency, config.newSellerMaxPrice, defaultMost)
  const daily = limitIn(ctx, currency, config.newSellerDailySum, defaultDaily)
  if (!processor || (most === null && daily === null) || ownerOf(ctx)?.userId === artist.userId) return null
  const { newSellerSales: salesNeeded, disputeWindowDays: days } = config
  const about = { artistId: artist.id, mode: processor.mode }
  const before = ctx.now() - days * dayMs
  const sql = ctx.db.$client
  const sales = sql.query<{ count: number }, Asked>(stood).get({ ...about, before, most: salesNeeded })?.count ?? 0
  if (sales >= salesNeeded) return null
  const sold = sql
    .query<{ currency: string; amount: number }, Span>(soldSince)
    .all({ ...about, since: ctx.now() - dayMs })
    .reduce((sum, each) => sum + convert(each.amount, each.currency, currency), 0)
  return { currency, most, daily, sold, sales, salesNeeded, days }
}

/**
 * Refuses an order that is more than a new seller may take, and returns whether the artist has limits. Called in the
 * transaction that placed it, so that two buyers at the same time cannot exceed them. Throws BAD_STATE.
 */
export function refuseOverLimits(
  ctx: Ctx,
  artist: LimitedArtist,
  order: { amountMinor: number; currency: string },
): boolean {
  const { amountMinor: amount, currency } = order
  const limits = limitsOf(ctx, artist, currency)
  if (!limits) return false
  const { most, daily, sold } = limits
  if (most !== null && amount > most) {
    throw new AppError('BAD_STATE', `This artist is new here and can take at most ${say(most, currency)} at once.`, {
      hint: 'Pay less, if the price allows it, or come back when they have sold here for a while.',
    })
  }
  if (daily !== null && sold > daily) {
    throw new AppError('BAD_STATE', 'This artist has reached today’s limit; try again tomorrow.', {
      hint: 'Artists who are new here can take only so much in 24 hours.',
    })
  }
  return true
}

/** Returns whether a price is more than its artist, who is new, can be paid at once. */
export function isAboveLimit(ctx: Ctx, handle: string, { amount, currency }: Sum): boolean {
  const most = limitIn(ctx, currency, ctx.config.newSellerMaxPrice, defaultMost)
  if (most === null || amount <= most) return false
  const { id, userId } = artists
  const artist = ctx.db.select({ id, userId }).from(artists).where(eq(artists.handle, handle)).get()
  return artist !== undefined && limitsOf(ctx, artist, currency) !== null
}

const say = (amount: number, currency: string) => spokenSum({ amount, currency })

/** Returns a limit in minor units; null where there is none. Without a setting test payments have none. */
function limitIn(ctx: Ctx, currency: string, units: number | undefined, inDollars: number): number | null {
  if (units === undefined) return ctx.config.payments === 'test' ? null : dollars(inDollars, currency)
  if (units === 0) return null
  const set = newPriceCurrency(ctx)
  return convert(Math.round(units * 10 ** digitsOf(set)), set, currency)
}

// Roughly, by the table of prices: a limit is no bill.
const convert = (amount: number, from: string, to: string) =>
  from === to ? amount : Math.round((amount * stepOf(to)) / stepOf(from))
