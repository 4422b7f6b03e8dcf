import { invalid } from '../errors.ts'
import type { PolicyRow } from './read-policies.ts'

/** Returns the policy of a scope. Throws VALIDATION, which lists the scopes, for a word that is none. */
export function policyOfScope(all: readonly PolicyRow[], scope: string, field = 'scope'): PolicyRow {
  const policy = all.find((each) => each.scope === scope)
  if (policy) return policy
  const scopes = all.map((each) => each.scope).join(', ')
  throw invalid(field, `"${scope}" is no scope.`, `The scopes are ${scopes}.`)
}
