import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import type { PolicyRow } from '../../casset/usage/read-policies.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

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
