import type Stripe from 'stripe'

/**
 * Refusals that no repetition changes: networks forbid another try with that card
 * (docs.stripe.com/declines/codes).
 */
const final = new Set([
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'no_action_taken',
  'not_permitted',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

type Refusal = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'advice_code' | 'type'>

/** Returns what a refused payment without its holder needs: time, another card, or its holder. */
export function refusedFor(refusal: Refusal | null): 'again' | 'card' | 'confirm' {
  // It was not even asked: the card is gone.
  if (!refusal) return 'card'
  const { code, decline_code: declined = '', advice_code: advice } = refusal
  if (code === 'authentication_required' || declined === 'authentication_required') return 'confirm'
  if (advice === 'do_not_try_again' || advice === 'confirm_card_data') return 'card'
  return refusal.type === 'invalid_request_error' || final.has(declined) || final.has(code ?? '') ? 'card' : 'again'
}
