import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { rowsBy } from '../../../db/prepared.ts'
import { supportPayments, supports } from '../../../db/schema/shop/support.ts'
import { setStreamPass } from '../../casset/access/stream-pass.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { periodStart } from '../../lib/time/periods.ts'
import { cancelReplacedJob } from '../../order/begin/cancel-replaced.ts'
import type { Held, Holdings } from '../../order/holding.ts'
import { moveOrder, type Order, openOrder } from '../../order/order.ts'
import { tellLater } from '../../order/tell-payment.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { supportDueKind } from './due.ts'
import { endFuture } from './future.ts'

export type Support = typeof supports.$inferSelect
export type SupportPayment = typeof supportPayments.$inferSelect

/**
 * How long before its payment a year is announced: as early as the laws of France (L. 215-1 Code de
 * la consommation) and California (BPC 17602) ask for, and again shortly before.
 */
const announcedMs = [40 * dayMs, 7 * dayMs]

// So that nothing falls silent while a bank answers.
const graceMs = dayMs

const byId = rowsBy(supports, 'id')
const byOrder = rowsBy(supportPayments, 'orderId')

export const supportById = ({ db }: Ctx, id: string): Support | undefined => byId(db).get({ id })

export const paymentOfOrder = ({ db }: Ctx, orderId: string): SupportPayment | undefined => byOrder(db).get({ orderId })

/** Throws NOT_FOUND, FORBIDDEN for another's. */
export function ownSupport(ctx: Ctx, { userId }: Viewer, id: string): Support {
  const support = supportById(ctx, id)
  if (!support || support.state === 'BEGUN') throw notFound('subscription')
  if (support.userId !== userId) throw new AppError('FORBIDDEN', say('Somebody else supports here.'))
  return support
}

/** Returns how somebody supports an artist, or has begun to; undefined where they do not. */
export const supportOf = ({ db, config }: Ctx, userId: string, artistId: string): Support | undefined =>
  db
    .select()
    .from(supports)
    .where(
      and(
        eq(supports.userId, userId),
        eq(supports.artistId, artistId),
        eq(supports.mode, config.paymentMode),
        ne(supports.state, 'ENDED'),
      ),
    )
    .get()

/** Changes how it stands; a new moment of the job comes with its job. Called in a transaction. */
export function changeSupport(ctx: Ctx, id: string, values: Partial<Support>): void {
  ctx.db.update(supports).set(values).where(eq(supports.id, id)).run()
  const { dueAt } = values
  if (dueAt) ctx.jobs.add(supportDueKind, { supportId: id }, { key: `${id} ${dueAt}`, runAt: dueAt })
}

const paidBy = ({ db }: Ctx, supportId: string): SupportPayment[] =>
  db
    .select()
    .from(supportPayments)
    .where(and(eq(supportPayments.supportId, supportId), isNotNull(supportPayments.heldSince)))
    .orderBy(desc(supportPayments.period), desc(supportPayments.heldSince))
    .all()

/** Returns the newest paid period that is not given back. */
export const lastPaid = (ctx: Ctx, supportId: string): SupportPayment | undefined =>
  paidBy(ctx, supportId).find(({ endedAt }) => endedAt === null)

/** Where a paid period is held: one payment for each is, and a second one goes back. */
export function periodHoldings(ctx: Ctx, order: Order, payment: SupportPayment): Holdings {
  const { supportId, period } = payment
  const toHeld = ({ orderId, status, heldSince, endedAt }: SupportPayment): Held => ({
    id: orderId,
    orderId,
    mode: order.mode,
    status,
    purchasedAt: heldSince ?? order.createdAt,
    endedAt,
  })
  const change = (orderId: string, values: Partial<SupportPayment>) =>
    void ctx.db.update(supportPayments).set(values).where(eq(supportPayments.orderId, orderId)).run()
  return {
    find() {
      const own = paymentOfOrder(ctx, order.id)
      if (own && own.heldSince !== null) return toHeld(own)
      const other = paidBy(ctx, supportId).find((each) => each.period === period && each.endedAt === null)
      return other && toHeld(other)
    },
    add({ status, purchasedAt, endedAt }) {
      const support = supportById(ctx, supportId)
      const anchor = support?.startedAt ?? purchasedAt
      const beginOf = (each: number) => periodStart(anchor, support?.rhythm ?? 'month', each)
      const [startsAt, endsAt] = [beginOf(period), beginOf(period + 1)]
      change(order.id, { status, heldSince: purchasedAt, endedAt, startsAt, endsAt })
    },
    change: (orderId, { status, endedAt }) =>
      change(orderId, { ...(status ? { status } : {}), ...(endedAt === undefined ? {} : { endedAt }) }),
  }
}

/** Returns the next moment of the job in a paid period: of a year also some before its end. */
export function nextDue(ctx: Ctx, { rhythm }: Pick<Support, 'rhythm'>, endsAt: number): number {
  const before = rhythm === 'year' ? announcedMs.map((ms) => endsAt - ms) : []
  return before.find((at) => at > ctx.now()) ?? endsAt
}

/**
 * Brings a support to what was paid for it: it goes on, or ends where its last payment went back.
 * Idempotent. Called in the transaction that holds or ends a payment.
 */
export function settleSupport(ctx: Ctx, supportId: string): void {
  const support = supportById(ctx, supportId)
  const all = paidBy(ctx, supportId)
  const [newest] = all
  if (!support || !newest) return
  const first = all.at(-1)
  const last = all.find(({ endedAt }) => endedAt === null)
  const now = ctx.now()
  const paidUntil = last?.endsAt ?? now
  const streams = Math.max(
    0,
    ...all.flatMap((each) => (each.hasStreams && each.endedAt === null ? (each.endsAt ?? 0) : [])),
  )
  const { userId, artistId, mode } = support
  setStreamPass(ctx, { userId, artistId, mode, until: streams === 0 ? 0 : streams + graceMs })
  // Somebody who has their money back, or asks their bank for it, does not want to go on.
  const isReturned = newest.endedAt !== null || newest.status === 'DISPUTED'
  const startedAt = support.startedAt ?? first?.startsAt ?? now
  if (last === undefined || (isReturned && paidUntil <= now)) {
    if (support.state !== 'ENDED') endSupport(ctx, { ...support, startedAt, paidUntil }, 'returned')
    return
  }
  if (support.state === 'ENDED' && support.endedBy !== 'unpaid') return
  const leftAt = support.leftAt ?? (isReturned ? now : null)
  const isNews = support.paidUntil !== paidUntil || support.state !== 'ACTIVE'
  changeSupport(ctx, supportId, {
    state: 'ACTIVE',
    startedAt,
    paidUntil,
    leftAt,
    failures: 0,
    restsSince: null,
    restsFor: null,
    endedAt: null,
    endedBy: null,
    ...(isNews ? { dueAt: leftAt === null ? nextDue(ctx, support, paidUntil) : paidUntil } : {}),
  })
}

/** Returns the order of a support that waits to be paid. */
export const openOrderOf = (ctx: Ctx, { id: thingId, userId, cassetId }: Support): Order | undefined =>
  openOrder(ctx, { userId, cassetId, kind: 'support', thingId })

/** Whether no payment of it may come any more. One that was not paid in time still may. */
export const isOver = ({ state, leftAt, endedBy }: Support): boolean =>
  leftAt !== null || (state === 'ENDED' && endedBy !== 'unpaid')

/**
 * Ends a support: nothing more is asked for, a payment that was begun is cancelled, and nothing new
 * comes. Called in a transaction.
 */
export function endSupport(ctx: Ctx, support: Support, by: NonNullable<Support['endedBy']>): void {
  const { id, startedAt, paidUntil } = support
  const now = ctx.now()
  const begun = openOrderOf(ctx, support)
  if (begun) {
    moveOrder(ctx, begun, 'REPLACED')
    ctx.jobs.add(cancelReplacedJob, { orderId: begun.id }, { key: begun.id })
  }
  changeSupport(ctx, id, {
    state: 'ENDED',
    startedAt: startedAt ?? now,
    paidUntil: paidUntil ?? now,
    endedAt: now,
    endedBy: by,
    dueAt: null,
    restsFor: null,
  })
  endFuture(
    ctx,
    paidBy(ctx, id).map(({ orderId }) => orderId),
  )
  tellLast(ctx, id)
}

/** Tells the newest payment how its support stands, for restored databases. */
export function tellLast(ctx: Ctx, supportId: string): void {
  const [newest] = paidBy(ctx, supportId)
  if (newest) tellLater(ctx, newest.orderId)
}

/**
 * Ends it at the end of what is paid, or at once where it rests: nothing more is asked for.
 * Idempotent. Called in a transaction.
 */
export function leaveSupport(ctx: Ctx, support: Support): void {
  if (support.state === 'ENDED' || support.leftAt !== null) return
  changeSupport(ctx, support.id, { leftAt: ctx.now() })
  if (support.state === 'RESTING' || (support.paidUntil ?? 0) <= ctx.now()) {
    endSupport(ctx, support, 'supporter')
    return
  }
  changeSupport(ctx, support.id, { dueAt: support.paidUntil })
  tellLast(ctx, support.id)
}

const isRunning = inArray(supports.state, ['ACTIVE', 'RESTING'])

/** Returns all artists' supports by somebody that run. */
export const supportsOf = ({ db }: Ctx, userId: string): Support[] =>
  db
    .select()
    .from(supports)
    .where(and(eq(supports.userId, userId), isRunning))
    .all()

/** Returns the next support of an artist that runs, after the id of another. */
export const nextSupport = ({ db }: Ctx, artistId: string, after: string): Support | undefined =>
  db
    .select()
    .from(supports)
    .where(and(eq(supports.artistId, artistId), gt(supports.id, after), isRunning))
    .orderBy(asc(supports.id))
    .limit(1)
    .get()

const mostDue = 1_000

/** Returns those that were due before a moment, the longest first. */
export const dueBefore = ({ db }: Ctx, before: number): { id: string; dueAt: number | null }[] =>
  db
    .select({ id: supports.id, dueAt: supports.dueAt })
    .from(supports)
    // Written as in the index `supports_due`.
    .where(and(sql`${supports.dueAt} IS NOT NULL`, lt(supports.dueAt, before)))
    .orderBy(asc(supports.dueAt))
    .limit(mostDue)
    .all()
