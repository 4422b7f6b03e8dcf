import { type PricingState, priceOf, pricingStateOf, pricingStates } from '../../../casset/usage/pricing-state.ts'
import type { PolicyRow } from '../../../casset/usage/read-policies.ts'
import type { Money } from '../../../platform/http/request/schema.ts'
import { policyOfScope } from '../../permission/policy.ts'

/** Returns the existing policies of some scopes, each once; a commercial use adds one. */
export function policiesOf(all: readonly PolicyRow[], scopes: readonly string[], commercial = false): PolicyRow[] {
  const asked = scopes.map((scope) => policyOfScope(all, scope))
  return [...new Set([...asked, ...(commercial ? [policyOfScope(all, 'commercial-use')] : [])])]
}

/** How a license is obtained and its total price; `total` is null unless it can be bought. */
export type Price = { pricingState: PricingState; total: Money | null }

/**
 * Returns how a license for all of these policies is obtained: by the hardest way among them, at
 * the sum of their prices. Prices in different currencies have no sum, so that the artist has to be
 * asked.
 */
export function priceScopes(policies: readonly PolicyRow[]): Price {
  const states = policies.map(pricingStateOf)
  const hardest = pricingStates.findLast((state) => states.includes(state)) ?? 'NOT_REQUIRED'
  if (hardest !== 'PRICED') return { pricingState: hardest, total: null }
  const prices = policies.filter((policy) => pricingStateOf(policy) === 'PRICED').flatMap((each) => priceOf(each) ?? [])
  const currency = prices[0]?.currency ?? ''
  if (prices.some((price) => price.currency !== currency)) return { pricingState: 'CONTACT_REQUIRED', total: null }
  return { pricingState: 'PRICED', total: { amount: prices.reduce((sum, { amount }) => sum + amount, 0), currency } }
}
