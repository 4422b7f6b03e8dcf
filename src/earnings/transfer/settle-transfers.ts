import type { Ctx } from '../../context.ts'
import { orderById } from '../../order/order.ts'
import { noteCallBack, noteWaiting, transferJob } from '../../order/owed-parts.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { accountReadyJob } from '../../platform/job/job-kinds.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { ProcessorRefusal } from '../../platform/payment/refusal.ts'
import { notifyOfDebt } from './debt-notification.ts'
import { findTransfers } from './find-transfers.ts'
import { askForAll, askForDebts, askForWaiting, hasWaiting, isInDebt, owedTo, partNow, partsOfOrder } from './owed.ts'
import { reversePart } from './reverse-part.ts'
import { sendPart, type Work } from './send-part.ts'

export const settleTransfersJob = defineJob(transferJob.kind, {
  payload: transferJob.payload,
  concurrency: 8,
  // About two days.
  maxAttempts: 60,
  atStart: askForAll,
  async run(ctx, { orderId, looks = false }, attempt, _signal, end) {
    // A try whose answer was lost may have sent money that nobody is owed by now.
    if (looks || attempt > 1) await lookAtTransfers(ctx, orderId)
    await settleTransfers(ctx, orderId, attempt, end)
  },
})

/** Sends an artist the money that waited for their account, and collects their debts. */
export const sendWaitingJob = defineJob(accountReadyJob.kind, {
  payload: accountReadyJob.payload,
  concurrency: 1,
  maxAttempts: 3,
  async run(ctx, { artistId }) {
    await ctx.jointly(() => {
      askForWaiting(ctx, artistId)
      askForDebts(ctx, artistId)
    })
  },
})

async function lookAtTransfers(ctx: Ctx, orderId: string): Promise<void> {
  const { processor } = ctx
  const order = orderById(ctx, orderId)
  if (order && processor?.mode === order.mode) await findTransfers(ctx, processor, order)
}

/**
 * Brings the transfers to each payee of an order to the amounts in the ledger. Amounts that cannot
 * be moved stay in the ledger as owed, and are settled with the next sale; nothing is sent that a
 * promise may still call back. A refused part, such as
 * one larger than the balance, keeps no other from being settled. `end` ends its job, with the last
 * part. Throws the first refusal and UNAVAILABLE, to be tried again.
 */
export async function settleTransfers(ctx: Ctx, orderId: string, attempt = 1, end = () => {}): Promise<void> {
  const { processor } = ctx
  const order = orderById(ctx, orderId)
  if (!order || order.settledCurrency === null) return
  const refusals: ProcessorRefusal[] = []
  const isHeldBack = await ctx.jointly(() => noteCallBack(ctx, order))
  const parts = partsOfOrder(ctx, orderId).filter(({ amountMinor }) => amountMinor < 0 || !isHeldBack)
  for (const part of parts) {
    const isLast = part === parts.at(-1) && refusals.length === 0
    try {
      if (processor?.mode !== order.mode) await ctx.jointly(() => noteWaiting(ctx, part))
      // One at a time for an artist: each transfer takes from their total.
      else
        await paymentLock(ctx)(`owed ${part.artistId}`, () =>
          settlePart(ctx, processor, { order, part, attempt }, isLast ? end : () => {}),
        )
    } catch (error) {
      if (!(error instanceof ProcessorRefusal)) throw error
      refusals.push(error)
    }
  }
  const [first] = refusals
  if (first) throw first
}

async function settlePart(ctx: Ctx, processor: Processor, work: Work, end: () => void): Promise<void> {
  const part = partNow(ctx, work.part)
  if (!part) return
  await (part.amountMinor > 0 ? sendPart : reversePart)(ctx, processor, { ...work, part })
  await ctx.jointly(() => {
    const left = partNow(ctx, part)
    if (left && !left.isWaiting) noteWaiting(ctx, left)
    if (left && left.amountMinor < 0) notifyOfDebt(ctx, work.order, left)
    // A debt may have shrunk without a transfer, as when a dispute is won: the amount held back for
    // it can be sent.
    const isNewDebt = part.amountMinor < 0 && !part.isWaiting
    const hasMoved = isNewDebt || left?.amountMinor !== part.amountMinor
    // The sums cover everything owed to an artist, who may have sold much a moment ago: they are
    // read last.
    if (hasMoved && hasWaiting(ctx, part) && owedTo(ctx, part) > 0) askForWaiting(ctx, part.artistId)
    // Money has arrived, but not enough for their debt: their account may have the rest by now.
    // Tried once for each part, or two orders with parts of both signs would trigger each other for
    // ever.
    const hasCome = !part.isWaiting && part.amountMinor > 0
    if (hasCome && isInDebt(ctx, part) && owedTo(ctx, part) < 0) askForDebts(ctx, part.artistId)
    end()
  })
}
