import type Stripe from 'stripe'

/** The reason why a completed payment waits: their bank, or a voucher that they have to pay. */
export type WaitsFor = 'bank' | 'voucher'

// Boleto, Konbini, Multibanco and OXXO, and transfers that people make themselves. Codes to scan
// are for this moment.
const isVoucher = /_display_details$|^display_bank_transfer_instructions$/

/** Null when the payment waits for nothing, or for its payer in the browser. */
export function waitingFor({ status, next_action: next }: Stripe.PaymentIntent): WaitsFor | null {
  if (status === 'processing') return 'bank'
  if (status !== 'requires_action' || next === null) return null
  if (next.type === 'verify_with_microdeposits') return 'bank'
  return isVoucher.test(next.type) ? 'voucher' : null
}
