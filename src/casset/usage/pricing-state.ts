import type { PolicyRow } from './read-policies.ts'

/** How a permission is obtained, easiest first: freely, at a price, by asking, or not at all. */
export const pricingStates = ['NOT_REQUIRED', 'PRICED', 'CONTACT_REQUIRED', 'UNAVAILABLE'] as const

export type PricingState = (typeof pricingStates)[number]

/** A license without a price has to be asked for. */
export function pricingStateOf({ decision, priceMinor }: Pick<PolicyRow, 'decision' | 'priceMinor'>): PricingState {
  if (decision === 'ALLOW') return 'NOT_REQUIRED'
  if (decision === 'DENY') return 'UNAVAILABLE'
  return decision === 'REQUIRE_LICENSE' && priceMinor !== null ? 'PRICED' : 'CONTACT_REQUIRED'
}

/** Returns the artist's price for a license under a policy; null when there is none. */
export const priceOf = ({ priceMinor, currency }: Pick<PolicyRow, 'priceMinor' | 'currency'>) =>
  priceMinor === null || currency === null ? null : { amount: priceMinor, currency }

/** Returns the price at which a license is sold now; null where it is not. */
export const offeredPrice = (policy: PolicyRow) => (pricingStateOf(policy) === 'PRICED' ? priceOf(policy) : null)
