import { Value } from '@sinclair/typebox/value'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { supportPayments, supports } from '../../../db/schema/shop/support.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Lost } from '../../order/goods.ts'
import { type Order, orderById, thingIdOf } from '../../order/order.ts'
import { Id, knowsMore, numberIn } from '../../order/order-metadata.ts'
import { changeSupport, endSupport, paymentOfOrder, type Support, supportById } from './support.ts'

// The level, its rhythm, the number of the period, since when it runs, and what it gives.
const terms = /^(\S{36}) (month|year) (\d{1,4}) (\d{1,15}|-) (streams|-) (tapes|-)$/

/** Returns what a payment tells of its support; undefined where it cannot be read. */
export function toldSupport({ support = '', supportLeft, supportEnded }: Stripe.Metadata) {
  const [, levelId = '', rhythm, period, startedAt, streams, tapes] = terms.exec(support) ?? []
  if (!Value.Check(Id, levelId)) return undefined
  return {
    levelId,
    rhythm: rhythm === 'year' ? ('year' as const) : ('month' as const),
    period: Number(period),
    startedAt: numberIn(startedAt),
    hasStreams: streams === 'streams',
    hasTapes: tapes === 'tapes',
    leftAt: numberIn(supportLeft),
    endedAt: numberIn(supportEnded),
  }
}

function tell(ctx: Ctx, order: Order): Record<string, string> {
  const payment = paymentOfOrder(ctx, order.id)
  const support = payment && supportById(ctx, payment.supportId)
  if (!support) return {}
  const { levelId, rhythm, startedAt, leftAt, endedAt } = support
  const { period, hasStreams, hasTapes } = payment
  const what = [hasStreams ? 'streams' : '-', hasTapes ? 'tapes' : '-']
  return {
    support: [levelId, rhythm, period, startedAt ?? '-', ...what].join(' '),
    ...(leftAt === null ? {} : { supportLeft: `${leftAt}` }),
    ...(endedAt === null ? {} : { supportEnded: `${endedAt}` }),
  }
}

type Told = NonNullable<ReturnType<typeof toldSupport>>

/** Takes over that a support ended after the copy that was restored. Called in a transaction. */
function noteEnd(ctx: Ctx, support: Support, { leftAt, endedAt }: Told): void {
  if (support.state === 'ENDED') return
  if (endedAt !== null) endSupport(ctx, support, 'supporter')
  else if (leftAt !== null && support.leftAt === null) changeSupport(ctx, support.id, { leftAt })
}

/** The same from a payment that was told more than the database has. Called in a transaction. */
export function learnEnd(ctx: Ctx, support: Support, order: Order, told: Stripe.Metadata): void {
  const about = toldSupport(told)
  if (about && knowsMore(order, told)) noteEnd(ctx, support, about)
}

function rebuild(ctx: Ctx, orderId: string, told: Stripe.Metadata): void {
  const order = orderById(ctx, orderId)
  const about = toldSupport(told)
  if (!order || !about || order.userId === null) return
  const { levelId, rhythm, period, startedAt, hasStreams, hasTapes } = about
  const id = thingIdOf(order)
  const { userId, cassetId, mode, amountMinor, currency, subject, createdAt } = order
  const artistId = artistOf(ctx, cassetId).id
  if (!supportById(ctx, id)) {
    // Nobody supports an artist twice: one that the copy has ended before this one began.
    const isOther = and(eq(supports.userId, userId), eq(supports.artistId, artistId), eq(supports.mode, mode))
    for (const other of ctx.db
      .select()
      .from(supports)
      .where(and(isOther, ne(supports.state, 'ENDED')))
      .all()) {
      endSupport(ctx, other, 'supporter')
    }
    const row = { id, userId, artistId, levelId, levelName: subject ?? '', cassetId, mode, amountMinor, currency }
    const stands = { rhythm, hasStreams, hasTapes, state: 'BEGUN', createdAt, startedAt } as const
    ctx.db
      .insert(supports)
      .values({ ...row, ...stands })
      .run()
  }
  const unpaid = and(
    eq(supportPayments.supportId, id),
    eq(supportPayments.period, period),
    isNull(supportPayments.heldSince),
  )
  // The copy may have asked for the same period since: this payment came first.
  if (period > 0) ctx.db.delete(supportPayments).where(unpaid).run()
  ctx.db
    .insert(supportPayments)
    .values({ orderId, supportId: id, period, hasStreams, hasTapes })
    .onConflictDoNothing()
    .run()
  const support = supportById(ctx, id)
  if (support) noteEnd(ctx, support, about)
}

/** How a payment of a support is rebuilt with its support (rule: rebuilt-orders). */
export const lostSupport: Lost = {
  tell,
  obstacle: (_ctx, _order, told) =>
    toldSupport(told) ? null : say('the payment does not say which support it was for'),
  rebuild,
  catchUp(ctx, order, told) {
    const payment = paymentOfOrder(ctx, order.id)
    const support = payment && supportById(ctx, payment.supportId)
    if (support) learnEnd(ctx, support, order, told)
  },
}
