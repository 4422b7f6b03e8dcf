import type { AgreedScope } from '../../../../db/schema/release/license.ts'
import { offeredPrice } from '../../../casset/usage/pricing-state.ts'
import type { PolicyRow } from '../../../casset/usage/read-policies.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { canonicalJson } from '../../../lib/json/canonical-json.ts'

export const agreedOf = (policies: readonly PolicyRow[]): AgreedScope[] =>
  policies.map((policy) => ({
    scope: policy.scope,
    price: offeredPrice(policy),
    terms: policy.terms,
  }))

/** Returns the hash of what was agreed, by which a license names it: of its canonical JSON. */
export const agreedHash = (agreed: readonly AgreedScope[]): string => sha256Hex(canonicalJson(agreed))
