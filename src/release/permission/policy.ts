import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import { offeredPrice } from '../../casset/usage/pricing-state.ts'
import type { PolicyRow } from '../../casset/usage/read-policies.ts'
import { invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { say } from '../../lib/language/say.ts'

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

/**
 * Throws VALIDATION, with the list of scopes, for an unknown scope. Checked before the release is
 * looked up (rule: order-of-checks).
 */
export function refuseUnknownScope(scope: string, field = 'scope'): void {
  if (permissionScopes.some((each) => each === scope)) return
  throw invalid(
    field,
    say('Unknown scope "{scope}".', { scope }),
    say('The scopes are {list}.', { list: permissionScopes.join(', ') }),
  )
}

export function policyOfScope(all: readonly PolicyRow[], scope: string): PolicyRow {
  const policy = all.find((each) => each.scope === scope)
  if (!policy) throw new Error('A release has no policy of this scope.')
  return policy
}

export const resourceScopes = [
  { resource: 'download', scope: 'download' },
  { resource: 'stems', scope: 'stems' },
] as const
