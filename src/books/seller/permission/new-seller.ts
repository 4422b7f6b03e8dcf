import { and, count, eq, gt, inArray, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../../db/open.ts'
import { prepared } from '../../../../db/prepared.ts'
import { artists } from '../../../../db/schema/account/account.ts'
import { ledgerPostings } from '../../../../db/schema/books/ledger.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../../db/schema/casset/member.ts'
import { orderParts, orders } from '../../../../db/schema/order/order.ts'
import { ownerOf } from '../../../account/owner/make-owner.ts'
import { sharesOf } from '../../../casset/member/shares.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { divideByWeights } from '../../../lib/money/divide.ts'
import { digitsOf, type Sum, spokenSum } from '../../../lib/money/money.ts'
import { minorOfDollars, stepOf } from '../../../lib/money/price.ts'
import { splitSlug } from '../../../lib/text/slug.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import { newPriceCurrency } from '../../../platform/payment/platform-currency.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import type { SellerLimits } from '../model.ts'

export type LimitedArtist = { id: string; userId: string }

// By default: the loss in about US dollars that a stranger may cause at once and in a day.
const defaultMost = 100
const defaultDaily = 500

const { placeholder } = sql
const artistIs = placeholder('artistId')
const isOfMode = eq(orders.mode, placeholder('mode'))

// An artist's own sales, and their part of shared sales.
const isOwnSale = (db: Db) =>
  inArray(
    orders.cassetId,
    db
      .select({ id: cassets.id })
      .from(cassets)
      .where(and(eq(cassets.artistId, artistIs), isNull(cassets.slug))),
  )
const isPart = eq(orderParts.artistId, artistIs)

const stood = prepared((db) => {
  const back = db
    .select({ id: ledgerPostings.id })
    .from(ledgerPostings)
    .where(and(eq(ledgerPostings.orderId, orders.id), inArray(ledgerPostings.kind, ['REFUND', 'DISPUTE'])))
  const hasStood = and(sql`${orders.state} = 'PAID'`, lte(orders.paidAt, placeholder('before')), notExists(back))
  const own = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOwnSale(db), isOfMode, eq(orders.isSale, true), hasStood))
  const shared = db
    .select({ id: orders.id })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(and(isPart, isOfMode, lte(orderParts.paidAt, placeholder('before')), hasStood))
  return db.select({ count: count() }).from(unionAll(own, shared).limit(placeholder('most')).as('stood'))
})

const allParts = alias(orderParts, 'all_parts')

/** Returns the SQL for an artist's amount of a co-casset's order, by their part of it. */
export function amountOfPart(db: Db): SQL<number> {
  const whole = db
    .select({ whole: sql`sum(${allParts.basisPoints})` })
    .from(allParts)
    .where(eq(allParts.orderId, orders.id))
  return sql<number>`${orders.amountMinor} * ${orderParts.basisPoints} / ${whole}`
}

const soldSince = prepared((db) => {
  const since = placeholder('since')
  const { currency, state, paidAt, createdAt } = orders
  const own = { currency, amount: sql<number>`${orders.amountMinor}`.as('amount') }
  const part = { currency, amount: amountOfPart(db).as('amount') }
  const paid = db
    .select(own)
    .from(orders)
    .where(and(sql`${state} = 'PAID'`, gt(paidAt, since), isOfMode, isOwnSale(db)))
  const open = db
    .select(own)
    .from(orders)
    .where(and(sql`${state} = 'OPEN'`, gt(createdAt, since), isOfMode, isOwnSale(db)))
  const shared = db
    .select(part)
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(and(isPart, isOfMode, gt(orderParts.paidAt, since)))
  const isTheirs = and(eq(orderParts.orderId, orders.id), eq(orderParts.artistId, coMembers.artistId))
  const sharedOpen = db
    .select(part)
    .from(coMembers)
    .innerJoin(orders, eq(orders.cassetId, coMembers.cassetId))
    .innerJoin(orderParts, isTheirs)
    .where(and(eq(coMembers.artistId, artistIs), isOfMode, sql`${state} = 'OPEN'`, gt(createdAt, since)))
  const sold = unionAll(paid, open, shared, sharedOpen).as('sold')
  return db
    .select({ currency: sold.currency, amount: sql<number>`sum(${sold.amount})` })
    .from(sold)
    .groupBy(sold.currency)
})

/**
 * Returns the limits of a new seller in a currency: they apply until enough sales are too old to be
 * disputed (rule: new-seller-limits). Null for everybody else, and where there are none.
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
  const sold = soldSince(ctx.db)
    .all({ ...about, since: ctx.now() - dayMs })
    .reduce((sum, each) => sum + convert(each.amount, each.currency, currency), 0)
  return { currency, most, daily, sold, sales, salesNeeded, days }
}

/** Counts the sales of an artist that are too old to be disputed, up to the number needed. */
function countStood({ config, db, now }: Ctx, { mode }: Processor, { id: artistId }: LimitedArtist): number {
  const asked = { artistId, mode, before: now() - config.disputeWindowDays * dayMs, most: config.newSellerSales }
  return stood(db).get(asked)?.count ?? 0
}

/** Returns whether a seller is new, regardless of limits. The owner of the instance never is. */
export const isNewSeller = (ctx: Ctx, artist: LimitedArtist): boolean =>
  ctx.processor !== undefined &&
  ownerOf(ctx)?.userId !== artist.userId &&
  countStood(ctx, ctx.processor, artist) < ctx.config.newSellerSales

export type Taker = { artist: LimitedArtist; amount: number }

/**
 * Refuses an order that exceeds the limits of a new seller, and returns whether one of its sellers
 * has limits. Called in the transaction that placed it, so that two buyers at the same time cannot
 * exceed them. Throws BAD_STATE.
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
    throw new AppError(
      'BAD_STATE',
      say('This artist is new here and can take at most {sum} at once.', { sum: spell(most, currency) }),
      {
        hint: say('Pay less, if the price allows it, or come back when they have sold here for a while.'),
      },
    )
  }
  if (daily !== null && sold > daily) {
    throw new AppError('BAD_STATE', say('This artist has reached today’s limit; try again tomorrow.'), {
      hint: say('Artists who are new here can take only so much in 24 hours.'),
    })
  }
  return true
}

/** For a co-casset the limit of any member counts. */
export function isAboveLimit(ctx: Ctx, slug: string, { amount, currency }: Sum): boolean {
  const most = limitIn(ctx, currency, ctx.config.newSellerMaxPrice, defaultMost)
  if (most === null || amount <= most) return false
  return takersAt(ctx, slug, amount).some(
    ({ artist, amount: part }) => part > most && limitsOf(ctx, artist, currency) !== null,
  )
}

function takersAt({ db }: Ctx, slug: string, amount: number): Taker[] {
  const { id, userId } = artists
  const artist = db
    .select({ id, userId })
    .from(artists)
    .where(eq(artists.handle, splitSlug(slug).handle))
    .get()
  if (artist) return [{ artist, amount }]
  const casset = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.slug, slug)).get()
  return casset ? payeesWithAmounts({ db }, casset.id, amount) : []
}

export function payeesWithAmounts(ctx: Pick<Ctx, 'db'>, cassetId: string, amount: number): Taker[] {
  const shares = sharesOf(ctx, cassetId)
  const parts = divideByWeights(
    amount,
    shares.map(({ basisPoints }) => basisPoints),
  )
  return shares.map(({ artistId: id, userId }, index) => ({ artist: { id, userId }, amount: parts[index] ?? 0 }))
}

const spell = (amount: number, currency: string) => spokenSum({ amount, currency })

/** In minor units; null where there is none. Without a setting test payments have no limits. */
function limitIn(ctx: Ctx, currency: string, units: number | undefined, inDollars: number): number | null {
  if (units === undefined) return ctx.config.payments === 'test' ? null : minorOfDollars(inDollars, currency)
  if (units === 0) return null
  const set = newPriceCurrency(ctx)
  return convert(Math.round(units * 10 ** digitsOf(set)), set, currency)
}

// Roughly, by the table of prices: a limit need not be exact.
const convert = (amount: number, from: string, to: string) =>
  from === to ? amount : Math.round((amount * stepOf(to)) / stepOf(from))
