import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import type { PolicyRow } from '../../casset/usage/read-policies.ts'
import { invalid } from '../../errors.ts'

/**
 * Throws VALIDATION, which lists the scopes, for a word that is none. Asked before the release is
 * looked up (rule: order-of-checks).
 */
export function refuseUnknownScope(scope: string, field = 'scope'): void {
  if (permissionScopes.some((each) => each === scope)) return
  throw invalid(field, `"${scope}" is no scope.`, `The scopes are ${permissionScopes.join(', ')}.`)
}

/** Returns the policy of a scope that there is. */
export function policyOfScope(all: readonly PolicyRow[], scope: string): PolicyRow {
  const policy = all.find((each) => each.scope === scope)
  if (!policy) throw new Error('A release has no policy of this scope.')
  return policy
}
