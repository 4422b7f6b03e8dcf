import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { tryToRelease } from '../../order/begin/release-order.ts'
import { moveOrder, type Order } from '../../order/order.ts'
import { settle } from '../../order/settle/settle.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { askProcessor, isRefused, isUnexpectedState, requireProcessor } from '../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { reasonOf } from '../../platform/payment/refusal.ts'
import { hasClockSettled } from '../../platform/settled-clock.ts'
import { learnPayments, obstacleToAsking, openPeriod, presentPeriod } from './ask-period.ts'
import { restUntil, takeChange } from './change-support.ts'
import { refusedFor } from './decline.ts'
import { supportDueKind } from './due.ts'
import { endFuture } from './future.ts'
import {
  changeSupport,
  dueBefore,
  endSupport,
  isOver,
  lastPaid,
  nextDue,
  openOrderOf,
  type Support,
  supportById,
} from './support.ts'
import { tellSupporter } from './support-emails.ts'

/** After so many days a payment that a bank refused for now is asked for again. */
const againAfterDays = [1, 3, 7] as const

/** How long a support rests before it ends. */
const restsMs = 30 * dayMs

/** Asks for the next payment of a support, announces it, or ends it (rule: supporters). */
export const supportDueJob = defineJob(supportDueKind.kind, {
  payload: supportDueKind.payload,
  // So that 100,000 of a day are asked within hours, below the limits of the processor.
  concurrency: 16,
  // About two days, as long as the processor may be away.
  maxAttempts: 60,
  isEnabled: ({ processor }) => processor !== undefined,
  // A clock that is wrong would ask for a period that has not begun.
  mayBegin: hasClockSettled,
  atStart: queueDue,
  // One at a time, as its supporter may pay the same period now.
  run: (ctx, { supportId }) => paymentLock(ctx)(`support ${supportId}`, () => lookAt(ctx, supportId)),
})

/** Queues again what was due days ago: its job failed for good. */
export function queueDue(ctx: Ctx): void {
  for (const { id, dueAt } of dueBefore(ctx, ctx.now() - 3 * dayMs)) {
    ctx.jobs.add(supportDueKind, { supportId: id }, { key: `${id} ${dueAt}` })
  }
}

const later = (ctx: Ctx, { id }: Support, afterMs: number, values: Partial<Support> = {}) =>
  ctx.jointly(() => changeSupport(ctx, id, { ...values, dueAt: ctx.now() + afterMs }))

async function lookAt(ctx: Ctx, supportId: string): Promise<void> {
  const processor = requireProcessor(ctx)
  const found = supportById(ctx, supportId)
  if (!found || found.state === 'ENDED' || found.dueAt === null || found.dueAt > ctx.now()) return
  if (found.mode !== processor.mode) return later(ctx, found, dayMs)
  const means = await learnPayments(ctx, processor, found)
  const support = supportById(ctx, supportId)
  if (!support || support.state === 'ENDED' || support.paidUntil === null) return
  if (support.paidUntil > ctx.now()) return announce(ctx, support, support.paidUntil)
  if (support.leftAt !== null) return ctx.jointly(() => endSupport(ctx, support, 'supporter'))
  const { restsSince } = support
  if (restsSince !== null && support.restsFor !== 'artist' && ctx.now() >= restsSince + restsMs) {
    return endUnpaid(ctx, processor, support)
  }
  await ctx.jointly(() => endFuture(ctx, [lastPaid(ctx, supportId)?.orderId ?? '']))
  const { pausedUntil } = support
  if (pausedUntil !== null && pausedUntil > ctx.now()) return ctx.jointly(() => restUntil(ctx, support, pausedUntil))
  const isOffered = await ctx.jointly(() => takeChange(ctx, support))
  if (!isOffered) return endByArtist(ctx, support)
  return askFor(ctx, processor, supportById(ctx, supportId) ?? support, means)
}

const endByArtist = (ctx: Ctx, support: Support): Promise<void> =>
  ctx.jointly(() => {
    endSupport(ctx, support, 'artist')
    tellSupporter(ctx, support, 'ended by artist')
  })

async function askFor(ctx: Ctx, processor: Processor, support: Support, means: Means | undefined): Promise<void> {
  const obstacle = obstacleToAsking(ctx, support)
  if (obstacle === 'ended') return endByArtist(ctx, support)
  if (obstacle === 'waits') return waitForArtist(ctx, support)
  // The same card is asked no more by itself: its holder has to.
  if (support.restsFor === 'card' || support.restsFor === 'confirm') return later(ctx, support, dayMs)
  if (!means) return rest(ctx, support, 'card')
  await ask(ctx, processor, support, means)
}

/** Tells of a year's payment, and comes back later. */
function announce(ctx: Ctx, support: Support, paidUntil: number): Promise<void> {
  return ctx.jointly(() => {
    const dueAt = nextDue(ctx, support, paidUntil)
    changeSupport(ctx, support.id, { dueAt })
    if (support.rhythm === 'year' && support.leftAt === null) {
      tellSupporter(ctx, support, dueAt === paidUntil ? 'announced again' : 'announced')
    }
  })
}

/** Changes one that was not ended, while the processor answered. */
const ifGoingOn = (ctx: Ctx, { id }: Support, change: () => void): Promise<void> =>
  ctx.jointly(() => {
    const present = supportById(ctx, id)
    if (present && !isOver(present)) change()
  })

function waitForArtist(ctx: Ctx, support: Support): Promise<void> {
  return ifGoingOn(ctx, support, () => {
    const now = ctx.now()
    changeSupport(ctx, support.id, {
      state: 'RESTING',
      restsFor: 'artist',
      restsSince: support.restsSince ?? now,
      dueAt: now + dayMs,
    })
    if (support.restsFor !== 'artist') tellSupporter(ctx, support, 'waits for artist')
  })
}

type Means = NonNullable<Awaited<ReturnType<typeof learnPayments>>>

async function ask(ctx: Ctx, processor: Processor, support: Support, means: Means): Promise<void> {
  const opened = await openPeriod(ctx, processor, support, presentPeriod(ctx, support), means).catch((error) => {
    // It changed since it was looked at.
    if (error instanceof AppError && error.code === 'BAD_STATE' && reasonOf(error) === undefined) return undefined
    throw error
  })
  if (!opened) return waitForArtist(ctx, support)
  const { order, intentId, isNew } = opened
  const intent = await retrieve(ctx, processor, intentId)
  // Ended while the processor answered: the order that was opened since is no longer asked for.
  const present = supportById(ctx, support.id)
  if (!present || isOver(present)) return giveUp(ctx, processor, order)
  if (isNew && Math.abs(intent.created * 1_000 - ctx.now()) > dayMs) return refuseClock(ctx, processor, support, order)
  // Its supporter began to pay it with another card: such a payment is not asked without them.
  if (intent.setup_future_usage !== null) await unkeep(ctx, processor, intent)
  const canConfirm = intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation'
  if (canConfirm) await confirm(ctx, processor, support, { intentId, order, ...means })
  const payment = await settle(ctx, processor, intentId)
  const after = supportById(ctx, support.id)
  if (!after || after.state === 'ENDED' || (after.paidUntil ?? 0) > ctx.now()) return
  const status = payment?.intent.status
  // A bank works on it, or its holder does; one that was cancelled is made anew.
  if (status === 'processing' || status === 'requires_action' || status === 'canceled' || !payment) {
    return later(ctx, after, status === 'canceled' ? hourMs : dayMs)
  }
  await refused(ctx, after, refusedFor(payment.intent.last_payment_error))
}

const retrieve = (ctx: Ctx, processor: Processor, id: string): Promise<Stripe.PaymentIntent> =>
  askProcessor(ctx, processor, ({ paymentIntents }, options) => paymentIntents.retrieve(id, {}, options))

async function unkeep(ctx: Ctx, processor: Processor, { id, status }: Stripe.PaymentIntent): Promise<void> {
  if (status !== 'requires_payment_method' && status !== 'requires_confirmation') return
  await askProcessor(ctx, processor, ({ paymentIntents }, options) =>
    paymentIntents.update(id, { setup_future_usage: '' }, options),
  )
}

type Asked = Means & { intentId: string; order: Order }

/** A payment that is made already, or refused, is read afterwards: its own state counts. */
async function confirm(ctx: Ctx, processor: Processor, { failures }: Support, asked: Asked): Promise<void> {
  const { intentId, order, methodId } = asked
  const params = { payment_method: methodId, off_session: true, return_url: `${ctx.site.origin}/receipt/${order.id}` }
  try {
    await askProcessor(
      ctx,
      processor,
      ({ paymentIntents }, options) => paymentIntents.confirm(intentId, params, options),
      // After a kill the same attempt is not made again.
      `confirm:${order.id}:${failures}`,
    )
  } catch (error) {
    if (!isRefused(error) && !isUnexpectedState(error) && reasonOf(error) === undefined) throw error
  }
}

/** The program's clock is wrong, so that the period may not have begun: nothing is asked for. */
async function refuseClock(ctx: Ctx, processor: Processor, support: Support, order: Order): Promise<void> {
  ctx.log.error('the clock differs from the processor’s: no support is asked for', { orderId: order.id })
  await giveUp(ctx, processor, order)
  await later(ctx, support, dayMs)
}

async function giveUp(ctx: Ctx, processor: Processor, order: Order): Promise<void> {
  await tryToRelease(ctx, processor, order, true)
  await ctx.jointly(() => moveOrder(ctx, order, 'CANCELED'))
}

/** Since when the present period is not paid, without the days in which nobody could be paid. */
const unpaidSince = (ctx: Ctx, { restsFor, restsSince }: Support): number =>
  restsFor === 'artist' || restsSince === null ? ctx.now() : restsSince

/** Stores that a bank refused it, and when it is tried again, if at all. */
async function refused(ctx: Ctx, support: Support, why: 'again' | 'card' | 'confirm'): Promise<void> {
  const days = why === 'again' ? againAfterDays[support.failures] : undefined
  if (days === undefined) return rest(ctx, support, why === 'again' ? 'card' : why)
  await ifGoingOn(ctx, support, () => {
    const restsSince = unpaidSince(ctx, support)
    changeSupport(ctx, support.id, {
      state: 'RESTING',
      restsFor: 'again',
      restsSince,
      failures: support.failures + 1,
      dueAt: restsSince + days * dayMs,
    })
    if (support.failures === 0) tellSupporter(ctx, support, 'refused for now')
  })
}

/** Waits for its holder: until they pay it, or it ends. */
const rest = (ctx: Ctx, support: Support, restsFor: 'card' | 'confirm'): Promise<void> =>
  ifGoingOn(ctx, support, () => {
    const restsSince = unpaidSince(ctx, support)
    const failures = support.failures + 1
    changeSupport(ctx, support.id, { state: 'RESTING', restsFor, restsSince, failures, dueAt: restsSince + restsMs })
    tellSupporter(ctx, support, restsFor === 'confirm' ? 'bank asks' : 'needs a card')
  })

async function endUnpaid(ctx: Ctx, processor: Processor, support: Support): Promise<void> {
  const order = openOrderOf(ctx, support)
  if (order && !(await tryToRelease(ctx, processor, order, true))) return later(ctx, support, dayMs)
  await ctx.jointly(() => {
    if (order) moveOrder(ctx, order, 'CANCELED')
    const now = supportById(ctx, support.id)
    // It was paid at the last moment.
    if (now?.state !== 'RESTING') return
    endSupport(ctx, now, 'unpaid')
    tellSupporter(ctx, support, 'ended unpaid')
  })
}
