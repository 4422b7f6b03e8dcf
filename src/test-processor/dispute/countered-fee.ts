import { addBalanceTransaction, settlementCurrency } from '../balance/balance.ts'
import type { AccountContext } from '../context.ts'

/** The fee for answering a dispute (the id); without an amount once it was returned. */
export type CounteredFee = { id: string; currency: string; amount: number }

// docs.stripe.com/disputes: none of businesses in Mexico and Japan.
const inCurrency: Readonly<Record<string, number>> = { usd: 1_500, eur: 2_000, mxn: 0, jpy: 0 }

const feeIn = (ctx: AccountContext, currency: string): number =>
  inCurrency[currency] ?? Math.round(1_500 * ctx.server.exchange.rate('usd', currency))

function addLine(ctx: AccountContext, currency: string, amount: number): void {
  if (amount === 0) return
  const description = 'Card Dispute Countered Fee'
  addBalanceTransaction(ctx, { type: 'stripe_fee', category: 'fee', source: null, currency, amount, description })
}

/** Takes the fee for an answer, once: a line of the balance, which names nothing. */
export function takeCounteredFee(ctx: AccountContext, id: string, chargeCurrency: string): void {
  if (ctx.store.countered_fee.get(id)) return
  const currency = settlementCurrency(ctx, chargeCurrency)
  const fee = ctx.store.countered_fee.put({ id, currency, amount: feeIn(ctx, currency) })
  addLine(ctx, currency, -fee.amount)
}

/** Gives the fee of a dispute that is won back. */
export function returnCounteredFee(ctx: AccountContext, id: string): void {
  const fee = ctx.store.countered_fee.get(id)
  if (!fee) return
  ctx.store.countered_fee.put({ ...fee, amount: 0 })
  addLine(ctx, fee.currency, fee.amount)
}
