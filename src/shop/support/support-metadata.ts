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
import { changeSupport, endSupport, lastPaid, paymentOfOrder, type Support, supportById } from './support.ts'

// The level, its rhythm, the number of the period, since when it runs, and what it gives.
const next = /^(\S{36}) (\d{1,12})$/
const terms = /^(\S{36}) (month|year) (\d{1,4}) (\d{1,15}|-) (streams|-) (tapes|-)$/

/** Returns what a payment tells of its support; undefined where it cannot be read. */
export function toldSupport({
  support = '',
  supportLeft,
  supportEnded,
  supportNext = '',
  supportPaused,
}: Stripe.Metadata) {
  const [, levelId = '', rhythm, period, startedAt, streams, tapes] = terms.exec(support) ?? []
  if (!Value.Check(Id, levelId)) return undefined
  const [, nextLevelId = null, nextAmount] = next.exec(supportNext) ?? []
  return {
    levelId,
    rhythm: rhythm === 'year' ? ('year' as const) : ('month' as const),
    period: Number(period),
    startedAt: numberIn(startedAt),
    hasStreams: streams === 'streams',
    hasTapes: tapes === 'tapes',
    leftAt: numberIn(supportLeft),
    endedAt: numberIn(supportEnded),
    nextLevelId,
    nextAmountMinor: numberIn(nextAmount),
    pausedUntil: numberIn(supportPaused),
  }
}

function tell(ctx: Ctx, order: Order): Record<string, string> {
  const payment = paymentOfOrder(ctx, order.id)
  const support = payment && supportById(ctx, payment.supportId)
  if (!support) return {}
  const { levelId, rhythm, startedAt, leftAt, endedAt, nextLevelId, nextAmountMinor, pausedUntil } = support
  const { period, hasStreams, hasTapes } = payment
  const what = [hasStreams ? 'streams' : '-', hasTapes ? 'tapes' : '-']
  return {
    support: [levelId, rhythm, period, startedAt ?? '-', ...what].join(' '),
    ...(leftAt === null ? {} : { supportLeft: `${leftAt}` }),
    ...(endedAt === null ? {} : { supportEnded: `${endedAt}` }),
    supportNext: nextLevelId === null ? '-' : `${nextLevelId} ${nextAmountMinor}`,
    supportPaused: `${pausedUntil ?? '-'}`,
  }
}

type Told = NonNullable<ReturnType<typeof toldSupport>>

/**
 * Takes over what became of a support after the copy that was restored: its end, and what its
 * supporter chose for the time to come. Called in a transaction.
 */
function noteChanges(
  ctx: Ctx,
  support: Support,
  { leftAt, endedAt, nextLevelId, nextAmountMinor, pausedUntil }: Told,
): void {
  if (support.state === 'ENDED') return
  if (endedAt !== null) endSupport(ctx, support, 'supporter')
  else changeSupport(ctx, support.id, { leftAt: support.leftAt ?? leftAt, nextLevelId, nextAmountMinor, pausedUntil })
}

/** The same from a payment that was told more than the database has. Called in a transaction. */
export function learnEnd(ctx: Ctx, support: Support, order: Order, told: Stripe.Metadata): void {
  const about = toldSupport(told)
  if (about && knowsMore(order, told)) noteChanges(ctx, support, about)
}

/** Whether this database knows that a later period is paid. */
const isPaidSince = (ctx: Ctx, supportId: string, period: number): boolean =>
  (lastPaid(ctx, supportId)?.period ?? -1) > period

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
  if (!support) return
  // A later period was paid at the terms that hold since.
  const { nextLevelId, nextAmountMinor, pausedUntil } = support
  const isPast = isPaidSince(ctx, id, period)
  if (!isPast) changeSupport(ctx, id, { levelId, levelName: subject ?? '', amountMinor, hasStreams, hasTapes })
  noteChanges(ctx, support, isPast ? { ...about, nextLevelId, nextAmountMinor, pausedUntil } : about)
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
