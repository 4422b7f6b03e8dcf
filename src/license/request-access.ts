import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { licenseOfToken } from '../permission/license-of-token.ts'
import { type PolicyRow, readPolicies } from '../permission/read-policies.ts'
import { resourceScopes } from '../permission/resource-scopes.ts'
import { strictestOf } from '../permission/stricter.ts'
import { nextStep } from '../release/next-step.ts'
import { type VisibleRelease, visibleRelease } from '../release/visible-release.ts'
import type { Access, AccessRequest } from './access-model.ts'
import { issueGrant } from './grant.ts'
import { licenseRequired } from './license-required.ts'
import { filesOf } from './open-files.ts'
import { policiesOf } from './price-scopes.ts'

/**
 * Grants access to a resource when the policies of all that is asked for allow it, or a license does: the scope of the
 * use, that of the resource, and a commercial use (rule 12.42). Throws NOT_FOUND, also for stems that were never attached,
 * VALIDATION, FORBIDDEN, LICENSE_REQUIRED with what it would cost.
 */
export function requestAccess(ctx: Ctx, id: string, asked: AccessRequest): Access {
  const { scope, resource, commercial } = asked
  const release = visibleRelease(ctx, id)
  const scopes = [scope, ...resourceScopes.filter((each) => each.resource === resource).map((each) => each.scope)]
  const policies = policiesOf(readPolicies(ctx, id), scopes, { commercial, field: () => 'scope' })
  refuseAbsent(ctx, release, resource)
  const license = licenseOfToken(ctx, id, asked.licenseToken)
  const isNamed = ({ scope: named }: PolicyRow) => license?.scopes.includes(named) === true
  const decisive = policies.filter((policy) => policy.decision !== 'ALLOW' && !isNamed(policy))
  if (decisive.length > 0) {
    const strictest = strictestOf(decisive)
    if (strictest.decision !== 'REQUIRE_LICENSE') throw refused(ctx, release, strictest)
    throw licenseRequired(ctx, release, policies, asked)
  }
  const isFree = policies.every(({ decision }) => decision === 'ALLOW')
  const licenseId = isFree ? null : (license?.id ?? null)
  const granted = { releaseId: id, releaseVersionId: release.version.id, resource, licenseId }
  return { decision: 'ALLOW', grant: issueGrant(ctx, granted) }
}

function refuseAbsent(ctx: Ctx, release: VisibleRelease, resource: AccessRequest['resource']): void {
  if (resource === 'manifest') return
  if (filesOf(ctx, release, release.version.id, resource).length === 0) throw notFound(resource)
}

function refused(ctx: Ctx, release: VisibleRelease, policy: PolicyRow): AppError {
  const next = nextStep(ctx, release, policy)
  const hint = next.url === null ? 'No license is given for it.' : `Ask the artist: ${next.url}`
  const message = `The artist does not ${next.url === null ? 'allow' : 'simply allow'} the use ${policy.scope}.`
  return new AppError('FORBIDDEN', message, { hint, more: { next } })
}
