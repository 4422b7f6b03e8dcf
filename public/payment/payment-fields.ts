import type { ReadonlySignal } from '@preact/signals'
import type { Form } from '../lib/form.ts'

/** The secret lets this browser pay the intent. */
export type Intent = { paymentIntentId: string; clientSecret: string }

/** The browser's knowledge after paying. Only the server knows whether it is really paid. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; field: string | null; text: string }
  /** The bank asks the payer first, at this address, and sends them back here. */
  | { kind: 'redirect'; url: string }
  /** No clear answer came. It may be paid, so the server is asked before anything else is tried. */
  | { kind: 'unknown'; text: string }

/** How the payer pays: by the fields of the form, or by a wallet's own key above them. */
export type Way = 'form' | 'wallet'

export type PaymentFields = {
  /** Checks the fields before anything is ordered. Returns what is missing, or null. */
  check(way: Way): Promise<{ field: string | null; text: string } | null>
  /** Pays this intent, which is charged once even when it is paid twice. */
  pay(intent: Intent, way: Way): Promise<Outcome>
}

export type PaymentFieldsProps = {
  form: Form
  amountMinor: ReadonlySignal<number>
  currency: string
  publishableKey: string
  email: string
  /** Whether the payer wants to use the card again, which the processor is told beforehand. */
  keeps: ReadonlySignal<boolean>
  /** Whether the card is charged again later without its holder, which the processor is told. */
  isAskedLater: boolean
  /** Where a bank sends the payer back. */
  returnPath: string
  /** Called when the fields are usable, and when they are gone. */
  onReady(fields: PaymentFields | null): void
  /** Called when they fail, in words for the payer. */
  onFault(text: string): void
  /** Whether all else in the form can be paid; otherwise the form says what is wrong with it. */
  onWallet(): boolean
  /** Called when the payer has agreed in a wallet. Returns whether it may have been paid. */
  onPay(): Promise<boolean>
}
