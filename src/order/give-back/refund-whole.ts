import type { Static } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { givenState } from '../../platform/own-state.ts'
import { isBeyondRefund, isRefused, ProcessorFault } from '../../platform/payment/ask-processor.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { countRefusal, type Order, orderById } from '../order.ts'
import { askForTransfers, noteCallBack } from '../owed-parts.ts'
import { isBarred } from '../read-payment.ts'
import { type OwnReason, refundKinds, refundReasons, refundWaitsKind } from '../refund-reason.ts'
import { settle } from '../settle/settle.ts'
import { requestRefund } from './request-refund.ts'

/** A refund of all that is left of a payment, before it is made. */
export type WholeRefund = { order: Order; payment: Payment; amountMinor: number; leavesDebt: boolean }

/**
 * The room above that pays artists: it takes from them what a refund takes, and then makes that.
 * Returns false without it where their accounts lack some and no debt may be left.
 */
type Covering = {
  cover(ctx: Ctx, processor: Processor, asked: WholeRefund, refund: () => Promise<void>): Promise<boolean>
}

export const coveringOf = givenState<Covering>('way to cover refunds')

type Payload = Static<(typeof refundKinds)[OwnReason]['payload']>

const isOutOfReach = ({ processor }: Ctx, order: Order | undefined) => order && processor?.mode !== order.mode

const runFor =
  (reason: OwnReason) =>
  async (ctx: Ctx, { orderId }: Payload, _attempt: number, _signal: AbortSignal, end: () => void) => {
    // Until the instance takes payments of that mode again.
    const isUnasked = isOutOfReach(ctx, orderById(ctx, orderId))
    const isMade = !isUnasked && (await refundWhole(ctx, orderId, reason))
    await ctx.jointly(() => {
      end()
      const key = orderId
      if (isUnasked) ctx.jobs.add(refundKinds[reason], { orderId }, { key, runAt: ctx.now() + hourMs })
      else if (!isMade) ctx.jobs.add(refundWaitsJob, { orderId }, { key, runAt: ctx.now() + dayMs })
      // The artist gets what could not be refunded.
      else askForTransfers(ctx, orderId, 'kept')
    })
  }

/**
 * Looks at a payment whose refund waits. By then it may not be due any more, as when a dispute is
 * won: settling it queues the refund again if it is.
 */
export const refundWaitsJob = defineJob(refundWaitsKind.kind, {
  payload: refundWaitsKind.payload,
  concurrency: 1,
  maxAttempts: 60,
  async run(ctx, { orderId }, _attempt, _signal, end) {
    const { processor } = ctx
    const order = orderById(ctx, orderId)
    if (!order?.paymentIntentId) return
    if (processor?.mode === order.mode) {
      await settle(ctx, processor, order.paymentIntentId, () => {
        end()
        askForTransfers(ctx, orderId, 'kept')
      })
    } else {
      await ctx.jointly(() => {
        end()
        ctx.jobs.add(refundWaitsJob, { orderId }, { key: orderId, runAt: ctx.now() + dayMs })
      })
    }
  },
})

const asked = { concurrency: 1, maxAttempts: 60 } as const

export const refundDuplicateJob = defineJob(refundKinds.duplicate.kind, {
  payload: refundKinds.duplicate.payload,
  ...asked,
  run: runFor('duplicate'),
})

export const refundUndeliveredJob = defineJob(refundKinds.undelivered.kind, {
  payload: refundKinds.undelivered.payload,
  ...asked,
  run: runFor('undelivered'),
})

export const refundPreorderJob = defineJob(refundKinds.preorder.kind, {
  payload: refundKinds.preorder.payload,
  ...asked,
  run: runFor('preorder'),
})

export const refundMovedJob = defineJob(refundKinds.moved.kind, {
  payload: refundKinds.moved.payload,
  ...asked,
  run: runFor('moved'),
})

export const refundRestJob = defineJob(refundKinds.rest.kind, {
  payload: refundKinds.rest.payload,
  ...asked,
  run: runFor('rest'),
})

export const refundWithdrawalJob = defineJob(refundKinds.withdrawal.kind, {
  payload: refundKinds.withdrawal.payload,
  ...asked,
  run: runFor('withdrawal'),
})

/**
 * Refunds all that is left of a payment, once, and records it. Artists to whom it was sent give it
 * back first (rule: owner-pays-nothing). A disputed payment stays: when the dispute is won, its
 * event queues the refund again. Returns false where it waits until the artists have it.
 */
export async function refundWhole(ctx: Ctx, orderId: string, reason: OwnReason): Promise<boolean> {
  const { processor } = ctx
  const order = orderById(ctx, orderId)
  if (!order?.paymentIntentId) return true
  if (processor?.mode !== order.mode) return false
  const { paymentIntentId } = order
  const payment = await settle(ctx, processor, paymentIntentId)
  const amountMinor = payment?.charge ? payment.charge.amount - payment.charge.amount_refunded : 0
  if (!payment || amountMinor <= 0 || isBarred(payment)) return true
  const idempotencyKey = `refund-${reason}-${orderId}-${order.refusedRefunds}`
  const leavesDebt = refundReasons[reason] !== 'waits'
  await ctx.jointly(() => noteCallBack(ctx, order))
  try {
    return await coveringOf(ctx).cover(ctx, processor, { order, payment, amountMinor, leavesDebt }, async () => {
      await requestRefund(ctx, order, { why: reason, idempotencyKey })
      noteSecurity(ctx, 'refund_made', {}, { orderId, amountMinor, reason })
      await settle(ctx, processor, paymentIntentId)
    })
  } catch (error) {
    const isAnswered = error instanceof ProcessorFault && error.isAnswered
    // Everything that is left is refunded, so it cannot be refunded twice, and the processor
    // repeats its answer to the same key.
    if (isAnswered || isRefused(error)) countRefusal(ctx, order)
    if (!isBeyondRefund(error)) throw error
    return true
  }
}
