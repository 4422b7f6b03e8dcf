import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import type { JobKind } from '../platform/job/job-kind.ts'
import { paidInFull } from './read-payment.ts'

/**
 * How a refund ends that takes more from artists than their accounts have. `refused`: it is not
 * made. `accepted`: the owner of the instance has to accept the debt first. `waits`: until their
 * accounts have it. `held`: artists are sent nothing of the payment before, so that they owe at
 * most the processor's fee; if something was sent all the same, it waits.
 */
type IfShort = 'refused' | 'accepted' | 'waits' | 'held'

/** Every reason for which money goes back to its payer (rule: owner-pays-nothing). */
export const refundReasons = {
  artist: 'refused',
  /** The owner of the instance refunds somebody's sale. */
  owner: 'accepted',
  /** The buyer had it already. */
  duplicate: 'held',
  /** It cannot be delivered. */
  undelivered: 'held',
  /** A preorder was called off, for whatever reason. */
  preorder: 'held',
  /** A preorder opens later than its payer was promised. */
  moved: 'held',
  /** Its payer gave it back. */
  withdrawal: 'held',
  /** The money for some of its tracks, which was taken off its price, has gone back. */
  rest: 'waits',
  /** A drop has ended without winners. */
  prize: 'held',
} as const satisfies Record<string, IfShort>

export type RefundReason = keyof typeof refundReasons

export const isRefundedFor = (reason: RefundReason, { metadata }: Stripe.Refund): boolean => metadata?.by === reason

const payload = t.Object({ orderId: t.String() })

const jobOf = (kind: string): JobKind<typeof payload> => ({ kind, payload })

export const refundKinds = {
  duplicate: jobOf('refund-duplicate'),
  undelivered: jobOf('refund-undelivered'),
  preorder: jobOf('refund-preorder'),
  moved: jobOf('refund-moved'),
  withdrawal: jobOf('refund-withdrawal'),
  rest: jobOf('refund-rest'),
} as const satisfies Partial<Record<RefundReason, JobKind<typeof payload>>>

export type OwnReason = keyof typeof refundKinds

export const finishWithdrawalKind = jobOf('finish-withdrawal')

/** A refund that was due and waits until its artists have the money; its key is the order. */
export const refundWaitsKind = jobOf('refund-waits')

const goingBack = [...Object.values(refundKinds), finishWithdrawalKind, refundWaitsKind]

/** Whether an order is about to be refunded by itself. The key of such a job is its order. */
export const isAboutToGoBack = ({ jobs }: Ctx, orderId: string): boolean =>
  goingBack.some((kind) => jobs.find(kind, orderId) !== undefined)

/**
 * Queues the refund of all that is left of an order, unless nothing can be refunded. The payment of
 * one that waits is looked at once a day, whatever happens meanwhile: transfers look at it, too.
 * Called in a transaction.
 */
export function queueRefund({ jobs }: Ctx, reason: OwnReason, orderId: string, status = paidInFull): void {
  if (status.isRevoked || status.hasReturned || status.isBarred) return
  if (jobs.find(refundWaitsKind, orderId)?.state === 'READY') return
  jobs.add(refundKinds[reason], { orderId }, { key: orderId })
}
