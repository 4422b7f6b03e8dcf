import type Stripe from 'stripe'
import type { Ctx } from '../../../context.ts'
import { glanceAtProcessor } from '../../../platform/payment/ask-processor.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import type { Payouts } from '../model.ts'

const payoutsShown = 10

const statuses: Readonly<Record<string, Payouts['payouts'][number]['status']>> = {
  pending: 'PENDING',
  in_transit: 'IN_TRANSIT',
  paid: 'PAID',
  failed: 'FAILED',
  canceled: 'CANCELED',
}

/** Returns the balance and latest payouts of an account, or the platform's. Throws UNAVAILABLE. */
export async function readFunds(
  ctx: Ctx,
  processor: Processor,
  accountId: string | null,
): Promise<Pick<Payouts, 'balance' | 'payouts'>> {
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  const [balance, payouts] = await Promise.all([
    glanceAtProcessor(ctx, processor, (stripe, options) => stripe.balance.retrieve({}, { ...options, ...whose })),
    glanceAtProcessor(ctx, processor, (stripe, options) =>
      stripe.payouts.list({ limit: payoutsShown }, { ...options, ...whose }),
    ),
  ])
  return {
    balance: { available: balance.available.map(toMoney), pending: balance.pending.map(toMoney) },
    payouts: payouts.data.map(toPayout),
  }
}

const toMoney = ({ amount, currency }: { amount: number; currency: string }) => ({ amount, currency })

const toPayout = (payout: Stripe.Payout): Payouts['payouts'][number] => ({
  id: payout.id,
  amount: toMoney(payout),
  status: statuses[payout.status] ?? 'PENDING',
  arrivesAt: new Date(payout.arrival_date * 1000).toISOString(),
})
