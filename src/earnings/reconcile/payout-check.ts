import type Stripe from 'stripe'
import { openAccounts } from '../../books/seller/account/seller-account.ts'
import { holdDaysOf } from '../../books/seller/payout/hold-payouts.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Check } from '../../platform/check.ts'
import { isOutOfReach } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'

const named = 20

async function payoutsSince({ stripe }: Processor, stripeAccount: string, sinceMs: number): Promise<Stripe.Payout[]> {
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: 100 }
  try {
    return await Array.fromAsync(stripe.payouts.list(since, { stripeAccount }))
  } catch (error) {
    if (isOutOfReach(error)) return []
    throw error
  }
}

/** Returns what new sellers took out of their accounts by hand in the days in which it is held. */
async function takenByHand(ctx: Ctx, processor: Processor): Promise<string[]> {
  const found: string[] = []
  for (const { artistId, accountId } of openAccounts(ctx, processor.mode)) {
    const days = holdDaysOf(ctx, artistId)
    if (days === null) continue
    for (const payout of await payoutsSince(processor, accountId, ctx.now() - days * dayMs)) {
      const { id, amount, currency, automatic, status } = payout
      if (automatic || status === 'failed' || status === 'canceled') continue
      found.push(say('the payout {id} of {amount} {currency} ({accountId})', { id, amount, currency, accountId }))
    }
  }
  return found
}

/**
 * Checks that no new seller went around the hold on their income: the minimum that the program sets
 * at the processor holds automatic payouts only (rule: payout-hold).
 */
export const payoutCheck: Check = {
  name: 'payouts',
  place: 170,
  async look(ctx) {
    const { processor, config } = ctx
    if (!processor || config.newSellerHoldDays === 0) return {}
    const found = await takenByHand(ctx, processor)
    if (found.length === 0) return {}
    const sums = found.slice(0, named).join(', ')
    return {
      problem: say('new sellers took out by hand what is to be held for their buyers: {sums}', { sums }),
      fix: say(
        'in the processor’s dashboard, under Connect, Settings, Payouts, switch off manual and instant payouts for connected accounts',
      ),
    }
  },
}
