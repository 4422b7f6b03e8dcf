import { type AccountContext, inAccount } from '../context.ts'
import { addBalanceTransaction, settlementCurrency } from './balance.ts'

export type BilledPayout = { id: string }

// stripe.com/connect/pricing: of each account that was paid out in the month, and of each payout.
const centsPerAccount = 200
const centsPerPayout = 25
const shareOfPayout = 0.0025

/** Counts from the last bill, as Stripe does each month. */
export function billConnect(ctx: AccountContext): void {
  const { server, store } = ctx
  let [accounts, payouts] = [0, 0]
  for (const { id } of store.account.rows({ order: 'oldest' })) {
    const rows = inAccount(ctx, id).store.payout.rows({ order: 'oldest' })
    const fresh = [...rows].filter((payout) => !store.billed_payout.get(payout.id))
    accounts += fresh.length > 0 ? centsPerAccount : 0
    for (const { id: payout, amount, currency } of fresh) {
      payouts += centsPerPayout + amount * server.exchange.rate(currency, 'usd') * shareOfPayout
      store.billed_payout.put({ id: payout })
    }
  }
  const lines = [
    ['Connect: active accounts', accounts],
    ['Connect: account volume and payouts', payouts],
  ] as const
  for (const [description, cents] of lines) {
    const currency = settlementCurrency(ctx, server.currency)
    const amount = -Math.round(cents * server.exchange.rate('usd', currency))
    if (amount === 0) continue
    addBalanceTransaction(ctx, { type: 'stripe_fee', category: 'fee', source: null, currency, amount, description })
  }
}
