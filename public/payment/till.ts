import type { ReadonlySignal } from '@preact/signals'
import type { Form } from '../lib/form.ts'

/** What an order is paid through: its intent at the processor, and the secret that lets this browser pay it. */
export type Intent = { paymentIntentId: string; clientSecret: string }

/** What came of paying. Whether it is really paid, the server alone says afterwards. */
export type Outcome =
  | { is: 'sent' }
  | { is: 'refused'; field: string | null; text: string }
  /** The bank wants to ask first, at this address; it sends the payer back here. */
  | { is: 'elsewhere'; url: string }
  /** No clear answer came: it may have been paid, so it must be asked before anything else is tried. */
  | { is: 'unknown'; text: string }

/** A processor's fields once they stand on the page. */
export type Till = {
  /** Looks at what was filled in, before anything is ordered. Answers what is missing, or null. */
  check(): Promise<{ field: string | null; text: string } | null>
  /** Pays this very intent. Paid twice, it is charged once. */
  pay(intent: Intent): Promise<Outcome>
}

/** What either processor's fields are given. */
export type TillProps = {
  form: Form
  /** What is to be paid, in minor units. */
  amountMinor: ReadonlySignal<number>
  currency: string
  /** The key that lets a browser speak with the processor. */
  publishableKey: string
  email: string
  /** Where a bank sends the payer back to. */
  returnPath: string
  /** Told when the fields can be used, and when they are gone. */
  onReady(till: Till | null): void
  /** Told when they cannot, in words for the payer. */
  onFault(text: string): void
}
