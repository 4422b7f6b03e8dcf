import type Stripe from 'stripe'
import type { Account, Posting } from '../../books/ledger/post.ts'

export type Movement = Omit<Posting, 'orderId'>
export type Money = { amount: number; currency: string }

/** A negative amount goes the other way. */
export const movementOf = (
  kind: Posting['kind'],
  id: string,
  { amount, currency }: Money,
  other: Account,
  holder: Account,
): Movement => ({
  uniqueKey: `${kind} ${id}`,
  kind,
  currency,
  entries: [
    [other, -amount],
    [holder, amount],
  ],
})

/** Returns the exchange to the currency of the balance, and the processor's fee. */
export function settlementOf(
  line: Stripe.BalanceTransaction | string | null | undefined,
  moved: Money,
  holder: Account,
): Movement[] {
  // With some cards it becomes known only later, with charge.updated.
  if (!line || typeof line === 'string') return []
  const { id, currency, amount, fee } = line
  const cost = movementOf('PROCESSOR_FEE', id, { currency, amount: -fee }, { kind: 'PROCESSOR_FEES' }, holder)
  if (currency === moved.currency) return [cost]
  const exchanged: Money[] = [
    { currency: moved.currency, amount: -moved.amount },
    { currency, amount },
  ]
  const sides = exchanged.map((side) =>
    movementOf('EXCHANGE', `${id} ${side.currency}`, side, { kind: 'EXCHANGE' }, holder),
  )
  return [...sides, cost]
}
