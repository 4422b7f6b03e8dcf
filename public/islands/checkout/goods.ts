import type { Agreement, Checkout } from '../../../src/order/shape.ts'
import type { Verdict } from './ask-verdict.ts'

export type Choice = { amount: number; message?: string }

export type Goods = {
  /** Its path below /checkout: a bank leads back to it, and a started payment is found by it. */
  path: string
  currency: string
  /** Returns the present choice, or the field at fault and why. */
  read(): Choice | { field: string; text: string }
  /** Orders it. Ordering pays nothing. */
  order(
    choice: Choice,
    how: { replaceVoucher?: true; agrees?: Agreement },
  ): Promise<{ data: Checkout; error: null } | { data: null; error: Refusal }>
  /** For a payment without an account, which its payer claims. By default the server is asked. */
  verdictOf?(paymentIntentId: string): Promise<Verdict>
  /** Called when the price has fallen since the page was loaded: that is what is paid. */
  lower?(amount: number): void
  onPaid?(): void
}

type Refusal = { status: unknown; value: unknown }

export const isSameChoice = (a: Choice, b: Choice) => a.amount === b.amount && a.message === b.message
