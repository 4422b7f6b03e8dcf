import type Stripe from 'stripe'
import type { Ctx } from '../../../context.ts'
import { accountReadyJob } from '../../../platform/job/job-kinds.ts'
import { askProcessor, isOutOfReach } from '../../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../../platform/payment/payment-lock.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { type Payout, postPayout } from '../../ledger/post-payout.ts'
import { accountById } from '../account/seller-account.ts'
import { isListable, isListed, payoutContentsJob } from './payout-contents.ts'
import { notifyOfReturn } from './payout-notification.ts'

/**
 * Posts a payout in its present state at the processor; `accountId` is null for the platform's own.
 * Payouts of other instances, or out of our reach, are left out. `done` runs in the same
 * transaction. Throws UNAVAILABLE.
 */
export function recordPayout(
  ctx: Ctx,
  processor: Processor,
  payout: { accountId: string | null; id: string },
  done: () => void = () => {},
): Promise<void> {
  const { accountId, id } = payout
  return paymentLock(ctx)(`payout ${id}`, async () => {
    const account = accountId === null ? undefined : accountById(ctx, processor.mode, accountId)
    const isOurs = accountId === null || account !== undefined
    const now = isOurs ? await readPayout(ctx, processor, accountId, id) : undefined
    await ctx.jointly(() => {
      if (now) postPayout(ctx, toPayout(now), account?.artistId ?? null)
      if (now && isListable(now) && !isListed(ctx, id)) ctx.jobs.add(payoutContentsJob, payout, { key: id })
      // Money that their bank returned is in their account again, and pays their debts.
      if (now && account && toPayout(now).isReturned) {
        ctx.jobs.add(accountReadyJob, { artistId: account.artistId }, { key: account.artistId })
      }
      if (now && toPayout(now).isReturned) notifyOfReturn(ctx, toPayout(now), account?.artistId)
      done()
    })
  })
}

/** Reads a payout of an account, or with null the platform's. Throws UNAVAILABLE and SDK errors. */
export function askPayout(ctx: Ctx, processor: Processor, accountId: string | null, id: string) {
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  return askProcessor(ctx, processor, (stripe, options) =>
    stripe.payouts.retrieve(id, { expand: ['balance_transaction'] }, { ...options, ...whose }),
  )
}

async function readPayout(ctx: Ctx, processor: Processor, accountId: string | null, id: string) {
  try {
    return await askPayout(ctx, processor, accountId, id)
  } catch (error) {
    if (isOutOfReach(error)) return undefined
    throw error
  }
}

/** Money leaves when it is created, and comes back when the bank refuses it. */
export function toPayout({ id, amount, currency, status, balance_transaction: line }: Stripe.Payout): Payout {
  const isReturned = status === 'failed' || status === 'canceled'
  const payout = { id, amount, currency, isReturned }
  if (line === null || typeof line === 'string') return payout
  return {
    ...payout,
    ...(line.currency === currency ? {} : { left: { amount: -line.amount, currency: line.currency } }),
    ...(line.fee === 0 ? {} : { fee: { id: line.id, amount: line.fee, currency: line.currency } }),
  }
}
