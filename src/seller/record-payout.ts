import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { postPayout } from '../ledger/post-payout.ts'
import { askProcessor, isOutOfReach } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { accountById } from './seller-account.ts'

/**
 * Records the current state of a payout in the ledger; `accountId` is null for the platform's own. Payouts that are not
 * ours, or that we may not read, are ignored. `done` runs in the same transaction. Throws UNAVAILABLE.
 */
export function recordPayout(
  ctx: Ctx,
  processor: Processor,
  payout: { accountId: string | null; id: string },
  done: () => void = () => {},
): Promise<void> {
  const { accountId, id } = payout
  return ctx.paymentLock(`payout ${id}`, async () => {
    const account = accountId === null ? undefined : accountById(ctx, processor.mode, accountId)
    const isOurs = accountId === null || account !== undefined
    const now = isOurs ? await readPayout(ctx, processor, accountId, id) : undefined
    await ctx.jointly(() => {
      if (now) postPayout(ctx, toPayout(now), account?.artistId ?? null)
      done()
    })
  })
}

/** Returns a payout of an account, or with null of the platform. Throws BAD_STATE and UNAVAILABLE. */
export function askPayout(ctx: Ctx, processor: Processor, accountId: string | null, id: string) {
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  return askProcessor(ctx, processor, (stripe, options) => stripe.payouts.retrieve(id, {}, { ...options, ...whose }))
}

async function readPayout(ctx: Ctx, processor: Processor, accountId: string | null, id: string) {
  try {
    return await askPayout(ctx, processor, accountId, id)
  } catch (error) {
    if (isOutOfReach(error)) return undefined
    throw error
  }
}

/** Returns a payout as the ledger records it: money leaves when it is created, and returns when the bank refuses it. */
export const toPayout = ({ id, amount, currency, status }: Stripe.Payout) => ({
  id,
  amount,
  currency,
  isReturned: status === 'failed' || status === 'canceled',
})
