import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { supportPayments } from '../../../db/schema/shop/support.ts'
import { personOf } from '../../account/person-of.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import { obstacleTo } from '../../books/seller/can-be-paid.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import { isTakenDown } from '../../casset/take-down.ts'
import type { Ctx } from '../../context.ts'
import { statementSuffix } from '../../lib/payment/statement-suffix.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { periodAt } from '../../lib/time/periods.ts'
import { cancelReplacedJob } from '../../order/begin/cancel-replaced.ts'
import { openIntent } from '../../order/begin/open-intent.ts'
import { sellerOf } from '../../order/begin/seller.ts'
import { type Order, orderById, orderOfIntent } from '../../order/order.ts'
import { isOfThisInstance } from '../../order/order-metadata.ts'
import { placeOrder, saveIntent } from '../../order/place-order.ts'
import { settle } from '../../order/settle/settle.ts'
import { askProcessor } from '../../platform/payment/ask-processor.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { levelById } from './levels.ts'
import { lastPaid, openOrderOf, type Support, supportById } from './support.ts'
import { learnEnd, toldSupport } from './support-metadata.ts'

const newest = 100

/** The customer at the processor who pays, and their card: those of the last payment. */
type Means = { customer: string; methodId: string }

/**
 * Takes over all that the processor knows of a support and this database does not, as it was
 * restored from an older copy: payments, and its end. Those of them that nobody paid are
 * cancelled. Returns how its next payment is made. Throws UNAVAILABLE.
 */
export async function learnPayments(ctx: Ctx, processor: Processor, { id }: Support): Promise<Means | undefined> {
  const last = lastPaid(ctx, id)
  const order = last && orderById(ctx, last.orderId)
  const intentId = order?.paymentIntentId
  if (!order || !intentId) return undefined
  const intent = await retrieve(ctx, processor, intentId)
  const customer = idOf(intent.customer)
  if (customer === '') return undefined
  const { data } = await askProcessor(ctx, processor, ({ paymentIntents }, options) =>
    paymentIntents.list({ customer, limit: newest }, options),
  )
  const ofThis = data.filter((each) => isOfThisInstance(ctx, each) && each.metadata.thingId === id)
  let known = intent
  for (const each of ofThis.toReversed()) {
    if (orderOfIntent(ctx, each.id)) continue
    if (each.status === 'succeeded' || each.status === 'processing') {
      await settle(ctx, processor, each.id)
      if ((toldSupport(each.metadata)?.period ?? 0) >= (last?.period ?? 0) && each.status === 'succeeded') known = each
    } else if (each.status !== 'canceled' && isStale(ctx, each)) {
      await askProcessor(ctx, processor, ({ paymentIntents }, options) => paymentIntents.cancel(each.id, {}, options))
    }
  }
  await ctx.jointly(() => {
    const paid = orderOfIntent(ctx, known.id)
    const support = supportById(ctx, id)
    if (paid && support) learnEnd(ctx, support, paid, known.metadata)
  })
  return { customer, methodId: idOf(known.payment_method) }
}

/** One that was opened a moment ago may be this program's own, whose answer was lost. */
const isStale = (ctx: Ctx, { created }: Stripe.PaymentIntent): boolean => created * 1_000 < ctx.now() - dayMs / 24

const retrieve = (ctx: Ctx, processor: Processor, id: string): Promise<Stripe.PaymentIntent> =>
  askProcessor(ctx, processor, ({ paymentIntents }, options) => paymentIntents.retrieve(id, {}, options))

/**
 * Returns why nothing may be asked for now; null where it may. `ended`: it does not go on, as its
 * level or its supporter is gone, or its artist sells in another currency.
 */
export function obstacleToAsking(ctx: Ctx, { cassetId, levelId, userId, currency }: Support): 'waits' | 'ended' | null {
  if (levelById(ctx, levelId)?.endedAt != null) return 'ended'
  const { artist, casset } = cassetForSale(ctx, cassetId)
  const supporter = personOf(ctx, userId)
  // A support is in one currency, and its artist sells in another one now.
  if (casset.currency !== currency || supporter === undefined) return 'ended'
  if (isTakenDown(ctx, cassetId) || obstacleTo(ctx, artist.handle) !== null) return 'waits'
  return isArtistSuspended(ctx, supporter.artistId) ? 'waits' : null
}

/** Returns the number of the period that is to be paid now. */
export const presentPeriod = (ctx: Ctx, { startedAt, rhythm }: Support): number =>
  startedAt === null ? 0 : periodAt(startedAt, rhythm, ctx.now())

/**
 * Returns the order of a period with its open payment, which it makes where there is none. One
 * order is made for each period, and one payment is opened for it, so that nothing is asked twice,
 * however often this is begun. Throws BAD_STATE where the artist cannot be paid, UNAVAILABLE.
 */
export async function openPeriod(
  ctx: Ctx,
  processor: Processor,
  support: Support,
  period: number,
  { customer }: Means,
): Promise<{ order: Order; intentId: string; isNew: boolean }> {
  const { id, cassetId } = support
  const forSale = cassetForSale(ctx, cassetId)
  const seller = await sellerOf(ctx, processor, forSale)
  const { order, isAgain } = await ctx.jointly(() => {
    const known = orderOfPeriod(ctx, id, period)
    if (known && (known.state === 'OPEN' || known.state === 'PAID')) return { order: known, isAgain: false }
    return { order: placePeriod(ctx, support, period, { seller, mode: processor.mode }), isAgain: known !== undefined }
  })
  if (order.paymentIntentId !== null) return { order, intentId: order.paymentIntentId, isNew: false }
  const { displayName, handle } = forSale.artist
  const text = {
    title: `Support for ${displayName}: ${support.levelName}`,
    suffix: statementSuffix(displayName, handle),
    receiptEmail: undefined,
  }
  // One that was cancelled is not opened again by its key.
  const key = [`support:${id}:${period}`, ...(isAgain ? [order.id] : [])].join(':')
  const intent = await openIntent(ctx, processor, order, text, { customer, sharedToken: undefined, key })
  await ctx.jointly(() => saveIntent(ctx, order, intent.id))
  return { order: orderById(ctx, order.id) ?? order, intentId: intent.id, isNew: true }
}

function orderOfPeriod(ctx: Ctx, supportId: string, period: number): Order | undefined {
  const which = and(eq(supportPayments.supportId, supportId), eq(supportPayments.period, period))
  const known = ctx.db.select().from(supportPayments).where(which).get()
  return known && orderById(ctx, known.orderId)
}

type Terms = Pick<Parameters<typeof placeOrder>[3], 'seller' | 'mode'>

/** Called in a transaction. */
function placePeriod(ctx: Ctx, support: Support, period: number, terms: Terms): Order {
  const { id: supportId, userId, cassetId, levelName, amountMinor, hasStreams, hasTapes } = support
  const { casset } = cassetForSale(ctx, cassetId)
  const before = openOrderOf(ctx, support)
  // An earlier period that was not paid is not asked for any more.
  if (before) ctx.jobs.add(cancelReplacedJob, { orderId: before.id }, { key: before.id })
  const draft = {
    kind: supportKind,
    thingId: supportId,
    subject: levelName,
    message: null,
    referralCode: null,
  } as const
  const buyer = { userId, email: personOf(ctx, userId)?.email ?? '' }
  const order = placeOrder(ctx, buyer, casset, { ...draft, amountMinor, priceMinor: amountMinor, ...terms })
  const which = and(eq(supportPayments.supportId, supportId), eq(supportPayments.period, period))
  ctx.db.delete(supportPayments).where(which).run()
  ctx.db.insert(supportPayments).values({ orderId: order.id, supportId, period, hasStreams, hasTapes }).run()
  return order
}

const supportKind = 'support'
