import { offeredPrice } from '../../casset/usage/pricing-state.ts'
import type { PolicyRow } from '../../casset/usage/read-policies.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'

/** In hex; null where nothing is written. */
export const termsHashOf = (terms: string | null): string | null => (terms === null ? null : sha256Hex(terms))

/**
 * Returns the hash by which two parties know that they mean the same policies: of the canonical
 * JSON of their scopes, decisions, prices, and the hashes of what the artist wrote. Quotes and the
 * release's events carry all of these (rule: policy-hash).
 */
export const policyHash = (policies: readonly PolicyRow[]): string =>
  sha256Hex(
    canonicalJson(
      policies.map((policy) => ({
        scope: policy.scope,
        decision: policy.decision,
        price: offeredPrice(policy),
        termsHash: termsHashOf(policy.terms),
      })),
    ),
  )
