import type { Checkout } from '../../../src/money/order/shape.ts'
import type { Verdict } from './ask-verdict.ts'

/** What the payer wants to pay, and what they write with it. */
export type Choice = { amount: number; message?: string }

/** What is being paid for: how its order is read from the form and placed. */
export type Goods = {
  /** Its address below /checkout: where a bank sends the payer back to, and where a begun payment is found again. */
  path: string
  currency: string
  /** What is wanted now, or the field that is to blame and why. */
  read(): Choice | { field: string; text: string }
  /** Orders it. Nothing is paid by ordering. */
  order(
    choice: Choice,
    how: { replaceVoucher?: true },
  ): Promise<{ data: Checkout; error: null } | { data: null; error: Refusal }>
  /** Returns what became of a payment of no account, which its payer claims. By default the server is asked. */
  verdictOf?(paymentIntentId: string): Promise<Verdict>
  /** Told when it is paid. */
  onPaid?(): void
}

type Refusal = { status: unknown; value: unknown }

/** Whether an order that was placed for one choice serves another. */
export const isSameChoice = (a: Choice, b: Choice) => a.amount === b.amount && a.message === b.message
