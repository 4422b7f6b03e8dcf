import type { Sum } from '../../lib/money/money.ts'
import type { Decision, PermissionScope } from './default-policies.ts'
import { stricterDecision } from './stricter.ts'

/** The part of a policy that standards can express. */
export type Terms = { readonly decision: Decision; readonly price: Sum | null }

export type TermsOfScopes = Readonly<Record<PermissionScope, Terms>>

/**
 * The uses that standards have words for, and the scopes that decide each; the strictest one counts
 * (rule: policy-standards).
 */
export const usages = {
  search: ['search-index'],
  input: ['ai-input'],
  training: ['ai-training', 'ai-generation'],
} as const satisfies Record<string, readonly PermissionScope[]>

export type Usage = keyof typeof usages

/** Returns a use's terms: the strictest decision, and a price if all that needs one has it. */
export function termsOf(scopes: TermsOfScopes, usage: Usage): Terms {
  const all: readonly Terms[] = usages[usage].map((scope) => scopes[scope])
  const decision = all.map((terms) => terms.decision).reduce(stricterDecision)
  return { decision, price: decision === 'REQUIRE_LICENSE' ? sumOf(all.filter(isLicensed)) : null }
}

const isLicensed = ({ decision }: Terms) => decision === 'REQUIRE_LICENSE'

function sumOf(all: readonly Terms[]): Sum | null {
  const prices = all.map(({ price }) => price)
  const [first] = prices
  if (!first || !prices.every((price) => price?.currency === first.currency)) return null
  return { amount: prices.reduce((sum, price) => sum + (price?.amount ?? 0), 0), currency: first.currency }
}

/** Returns whether a use is allowed without asking anybody. */
export const isAllowed = (scopes: TermsOfScopes, usage: Usage): boolean => termsOf(scopes, usage).decision === 'ALLOW'
