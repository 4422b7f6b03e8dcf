import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { ownerOf } from '../../account/make-owner.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { dayMs } from '../../lib/calendar.ts'
import { divide } from '../../lib/divide.ts'
import { digitsOf, type Sum, spokenSum } from '../../lib/money.ts'
import { dollars, stepOf } from '../../lib/price.ts'
import { newPriceCurrency } from '../../platform/payment/platform-currency.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import type { SellerLimits } from './model.ts'
import { sharesOf } from './shares.ts'

/** An artist as limits look at them. */
export type LimitedArtist = { id: string; userId: string }

// Without a setting: what a stranger may lose the owner at once and in a day, in about US dollars.
const defaultMost = 100
const defaultDaily = 500

// What somebody sells by themselves, and their part of what several artists sell together.
const ownCassets = '(SELECT id FROM cassets WHERE artist_id = $artistId AND slug IS NULL)'
const shared = 'order_parts s JOIN orders o ON o.id = s.order_id WHERE s.artist_id = $artistId AND o.mode = $mode'
const sharedOpen = `co_members m JOIN orders o ON o.casset_id = m.casset_id
  JOIN order_parts s ON s.order_id = o.id AND s.artist_id = m.artist_id
  WHERE m.artist_id = $artistId AND o.mode = $mode AND o.state = 'OPEN'`
const hasStood = `o.state = 'PAID' AND o.paid_at <= $before
    AND NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.order_id = o.id AND p.kind IN ('REFUND', 'DISPUTE'))`

const stood = `SELECT count(*) AS count FROM (
  SELECT 1 FROM orders o WHERE o.casset_id IN ${ownCassets} AND o.mode = $mode AND o.is_sale AND ${hasStood}
  UNION ALL SELECT 1 FROM ${shared} AND s.paid_at <= $before AND ${hasStood}
  LIMIT $most)`

/** The SQL for what an artist takes of a co-casset's order `o`, by their part `s`. */
export const amountOfPart =
  'o.amount_minor * s.basis_points / (SELECT sum(basis_points) FROM order_parts WHERE order_id = o.id)'

const soldSince = `SELECT currency, sum(amount) AS amount FROM (
    SELECT currency, amount_minor AS amount FROM orders WHERE state = 'PAID' AND paid_at > $since AND mode = $mode
      AND casset_id IN ${ownCassets}
    UNION ALL
    SELECT currency, amount_minor FROM orders WHERE state = 'OPEN' AND created_at > $since AND mode = $mode
      AND casset_id IN ${ownCassets}
    UNION ALL
    SELECT o.currency, ${amountOfPart} FROM ${shared} AND s.paid_at > $since
    UNION ALL
    SELECT o.currency, ${amountOfPart} FROM ${sharedOpen} AND o.created_at > $since
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
  const sales = countStood(ctx, processor, artist)
  if (sales >= salesNeeded) return null
  const sold = ctx.db.$client
    .query<{ currency: string; amount: number }, Span>(soldSince)
    .all({ ...about, since: ctx.now() - dayMs })
    .reduce((sum, each) => sum + convert(each.amount, each.currency, currency), 0)
  return { currency, most, daily, sold, sales, salesNeeded, days }
}

/** How many sales of an artist are older than banks dispute them, as far as they are needed. */
function countStood({ config, db, now }: Ctx, { mode }: Processor, { id: artistId }: LimitedArtist): number {
  const asked = { artistId, mode, before: now() - config.disputeWindowDays * dayMs, most: config.newSellerSales }
  return db.$client.query<{ count: number }, Asked>(stood).get(asked)?.count ?? 0
}

/** Returns whether a seller is new, whatever limits there are for such. The owner of the instance never is. */
export const isNewSeller = (ctx: Ctx, artist: LimitedArtist): boolean =>
  ctx.processor !== undefined &&
  ownerOf(ctx)?.userId !== artist.userId &&
  countStood(ctx, ctx.processor, artist) < ctx.config.newSellerSales

/** An artist and how much they take of an order. */
export type Taker = { artist: LimitedArtist; amount: number }

/**
 * Refuses an order of which an artist takes more than a new seller may, and returns whether one has limits. Called in the
 * transaction that placed it, so that two buyers at the same time cannot exceed them. Throws BAD_STATE.
 */
export function refuseOverLimits(ctx: Ctx, takers: readonly Taker[], currency: string): boolean {
  const limited = takers.map(({ artist, amount }) => refuseOverLimit(ctx, artist, amount, currency))
  return limited.includes(true)
}

function refuseOverLimit(ctx: Ctx, artist: LimitedArtist, amount: number, currency: string): boolean {
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

/** Returns whether a price is more than its artist, who is new, can be paid at once; of a co-casset, any of them. */
export function isAboveLimit(ctx: Ctx, slug: string, { amount, currency }: Sum): boolean {
  const most = limitIn(ctx, currency, ctx.config.newSellerMaxPrice, defaultMost)
  if (most === null || amount <= most) return false
  return takersAt(ctx, slug, amount).some(
    ({ artist, amount: part }) => part > most && limitsOf(ctx, artist, currency) !== null,
  )
}

function takersAt({ db }: Ctx, slug: string, amount: number): Taker[] {
  const { id, userId } = artists
  const artist = db.select({ id, userId }).from(artists).where(eq(artists.handle, slug)).get()
  if (artist) return [{ artist, amount }]
  const casset = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.slug, slug)).get()
  return casset ? takersOf({ db }, casset.id, amount) : []
}

/** Returns who takes how much of a co-casset's sale. */
export function takersOf(ctx: Pick<Ctx, 'db'>, cassetId: string, amount: number): Taker[] {
  const shares = sharesOf(ctx, cassetId)
  const parts = divide(
    amount,
    shares.map(({ basisPoints }) => basisPoints),
  )
  return shares.map(({ artistId: id, userId }, index) => ({ artist: { id, userId }, amount: parts[index] ?? 0 }))
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
