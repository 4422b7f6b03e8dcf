import type { ReadonlySignal } from '@preact/signals'
import type { Form } from '../lib/form.ts'

/** What an order is paid through: its intent at the processor, and the secret that lets this browser pay it. */
export type Intent = { paymentIntentId: string; clientSecret: string }

/** What the browser knows after paying. Only the server knows whether it is really paid. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; field: string | null; text: string }
  /** The bank asks the payer first, at this address, and sends them back here. */
  | { kind: 'redirect'; url: string }
  /** No clear answer came. It may be paid, so the server is asked before anything else is tried. */
  | { kind: 'unknown'; text: string }

/** A processor's fields, once they are shown and can be used. */
export type PaymentFields = {
  /** Checks what was filled in, before anything is ordered. Returns what is missing, or null. */
  check(): Promise<{ field: string | null; text: string } | null>
  /** Pays this intent, which is charged once even when it is paid twice. */
  pay(intent: Intent): Promise<Outcome>
}

/** What either processor's fields are given. */
export type PaymentFieldsProps = {
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
  onReady(fields: PaymentFields | null): void
  /** Told when they cannot, in words for the payer. */
  onFault(text: string): void
}
