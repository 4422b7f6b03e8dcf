import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { type HeldLicense, licenseOfToken } from '../permission/license-of-token.ts'
import { type PolicyRow, readPolicies } from '../permission/read-policies.ts'
import { resourceScopes } from '../permission/resource-scopes.ts'
import { strictestOf } from '../permission/stricter.ts'
import { nextStep } from '../release/next-step.ts'
import { type VisibleRelease, visibleRelease } from '../release/visible-release.ts'
import type { Access, AccessRequest } from './access-model.ts'
import { issueGrant } from './grant.ts'
import { findQuote } from './keep-quote.ts'
import { licenseRequired } from './license-required.ts'
import { filesOf } from './open-files.ts'
import { type PaidLicense, payQuote } from './pay-quote.ts'
import { readCredential } from './payment-challenge.ts'
import { policiesOf } from './price-scopes.ts'

/** From where access is asked for, and the Authorization header that it came with. */
export type Asker = { address: string; authorization: string | null }

/**
 * Grants access to a resource when the policies of all that is asked for allow it, or a license does: the scope of the
 * use, that of the resource, and a commercial use (rule 12.42). A Payment credential buys the license at once (rule 12.44);
 * its receipt is returned as well. Throws NOT_FOUND, also for stems that were never attached, VALIDATION, FORBIDDEN,
 * LICENSE_REQUIRED with what it would cost.
 */
export async function requestAccess(
  ctx: Ctx,
  id: string,
  asked: AccessRequest,
  asker: Asker,
): Promise<{ access: Access; receipt?: string }> {
  const { scope, resource, commercial } = asked
  const release = visibleRelease(ctx, id)
  const scopes = [scope, ...resourceScopes.filter((each) => each.resource === resource).map((each) => each.scope)]
  const policies = policiesOf(readPolicies(ctx, id), scopes, { commercial, field: () => 'scope' })
  refuseAbsent(ctx, release, resource)
  const grantBy = (licenseId: string | null) =>
    issueGrant(ctx, { releaseId: id, releaseVersionId: release.version.id, resource, licenseId })
  const license = licenseOfToken(ctx, id, asked.licenseToken)
  const decisive = policies.filter((policy) => policy.decision !== 'ALLOW' && !names(license, policy))
  if (decisive.length === 0) {
    const isFree = policies.every(({ decision }) => decision === 'ALLOW')
    return { access: { decision: 'ALLOW', grant: grantBy(isFree ? null : (license?.id ?? null)) } }
  }
  const strictest = strictestOf(decisive)
  if (strictest.decision !== 'REQUIRE_LICENSE') throw refused(ctx, release, strictest)
  const paid = await pay(ctx, release, policies, asked, asker)
  return {
    access: { decision: 'ALLOW', grant: grantBy(paid.license.licenseId), license: paid.license },
    receipt: paid.receipt,
  }
}

const names = (license: Pick<HeldLicense, 'scopes'> | undefined, { scope }: PolicyRow): boolean =>
  license?.scopes.includes(scope) === true

/** Buys what is asked for with the credential of the request. Without a good one, throws what would buy it. */
async function pay(
  ctx: Ctx,
  release: VisibleRelease,
  policies: readonly PolicyRow[],
  asked: AccessRequest,
  { authorization, address }: Asker,
): Promise<PaidLicense> {
  const required = (problem?: string) => licenseRequired(ctx, release, policies, asked, problem)
  const credential = readCredential(ctx, authorization)
  if (credential === undefined) throw required()
  const quote = credential ? findQuote(ctx, credential.quoteId) : undefined
  if (!credential || quote?.releaseId !== release.id)
    throw required('This payment answers no challenge of this release.')
  const isCovered = policies.every((policy) => policy.decision === 'ALLOW' || names(quote, policy))
  if (!isCovered) throw required('What was paid for does not cover it.')
  try {
    return await payQuote(ctx, quote, credential.sharedToken, address)
  } catch (error) {
    throw error instanceof AppError && error.code === 'BAD_STATE' ? required(error.message) : error
  }
}

function refuseAbsent(ctx: Ctx, release: VisibleRelease, resource: AccessRequest['resource']): void {
  if (resource === 'manifest') return
  if (filesOf(ctx, release, release.version.id, resource).length === 0) throw notFound(resource)
}

function refused(ctx: Ctx, release: VisibleRelease, policy: PolicyRow): AppError {
  const next = nextStep(ctx, release, policy)
  const hint = next.url === null ? 'No license is given for it.' : `Ask the artist: ${policy.contact ?? next.url}`
  const message = `The artist does not ${next.url === null ? 'allow' : 'simply allow'} the use ${policy.scope}.`
  return new AppError('FORBIDDEN', message, { hint, more: { next } })
}
