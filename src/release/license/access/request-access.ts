import { type PolicyRow, readPolicies } from '../../../casset/usage/read-policies.ts'
import { strictestOf } from '../../../casset/usage/stricter.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { canonicalJson } from '../../../lib/json/canonical-json.ts'
import { say } from '../../../lib/language/say.ts'
import { repeatedToken } from '../../../platform/http/request/repeatable.ts'
import { nextStep } from '../../next-step.ts'
import { type HeldLicense, licenseOfToken } from '../../permission/license-of-token.ts'
import { refuseUnknownScope, resourceScopes } from '../../permission/policy.ts'
import { type VisibleRelease, visibleRelease } from '../../visible-release.ts'
import { canBeBought } from '../order/order-license.ts'
import { licenseRequired } from '../quote/license-required.ts'
import { type PaidLicense, paidBefore, payQuote, type QuotePayment } from '../quote/pay-quote.ts'
import { readCredential } from '../quote/payment-challenge.ts'
import { policiesOf } from '../quote/price-scopes.ts'
import { findQuote, type QuoteRow } from '../quote/save-quote.ts'
import type { Access, AccessRequest } from './access-model.ts'
import { issueGrant } from './grant.ts'
import { licenseTokenOf } from './license-authorization.ts'
import { filesOf } from './open-files.ts'

/** The asker's network address, the Authorization header that came, and the Idempotency-Key. */
export type Asker = {
  address: string
  authorization: string | null
  /** The name of the agent that signed the request. */
  agent: string | null
  idempotencyKey: string | undefined
}

type Offered = { quote: QuoteRow; payment: QuotePayment }

/**
 * Grants access to a resource when the policies of all that is asked for allow it, or a license
 * does: the scope of the use, that of the resource, and a commercial use (rule: grants). A Payment
 * credential buys the license at once (rule: payment-challenge); its receipt is returned as well.
 * The same can be asked again by an Idempotency-Key (rule: idempotency-key). Throws NOT_FOUND, also
 * for files that are not there, VALIDATION, FORBIDDEN, LICENSE_REQUIRED with what it would cost,
 * BAD_STATE for a key of another request.
 */
export async function requestAccess(
  ctx: Ctx,
  id: string,
  asked: AccessRequest,
  asker: Asker,
): Promise<{ access: Access; receipt?: string }> {
  const { scope, resource, commercial } = asked
  const licenseToken = asked.licenseToken ?? licenseTokenOf(asker.authorization)
  refuseUnknownScope(scope)
  const release = visibleRelease(ctx, id)
  const scopes = [scope, ...resourceScopes.filter((each) => each.resource === resource).map((each) => each.scope)]
  const policies = policiesOf(readPolicies(ctx, id), scopes, commercial)
  // A missing resource is neither granted nor sold.
  filesOf(ctx, release, release.version.id, resource)
  const grantBy = (licenseId: string | null, secret?: string) =>
    issueGrant(
      ctx,
      { releaseId: id, releaseVersionId: release.version.id, resource, licenseId },
      repeatOf(ctx, asked, asker, secret),
    )
  const offered = readOffer(ctx, release, asker)
  const answerPaid = ({ license, receipt }: PaidLicense) => {
    const grant = grantBy(license.licenseId, offered?.payment.sharedToken)
    return { access: { decision: 'ALLOW' as const, grant, license }, receipt }
  }
  const before = offered && (await paidBefore(ctx, offered.quote, offered.payment))
  if (before && isEach(policies, before.license)) return answerPaid(before)
  const license = licenseOfToken(ctx, id, licenseToken)
  const decisive = policies.filter((policy) => policy.decision !== 'ALLOW' && !names(license, policy))
  if (decisive.length === 0) {
    const isFree = policies.every(({ decision }) => decision === 'ALLOW')
    const grant = grantBy(isFree ? null : (license?.id ?? null), license && licenseToken)
    return { access: { decision: 'ALLOW', grant } }
  }
  const strictest = strictestOf(decisive)
  const answer = openAnswer(ctx, release, policies, offered?.quote ?? findQuote(ctx, asked.quoteId ?? ''))
  if (strictest.decision !== 'REQUIRE_LICENSE' && !answer) throw refused(ctx, release, strictest)
  return answerPaid(
    await pay(ctx, release, policies, { ...asked, licenseToken, answer, agent: asker.agent }, asker, offered),
  )
}

/**
 * Returns a quote if it is an artist's answer to a request for all of this, and can be bought: it
 * stands in for what everybody is told.
 */
const openAnswer = (
  ctx: Ctx,
  { id }: VisibleRelease,
  policies: readonly PolicyRow[],
  quote: QuoteRow | undefined,
): QuoteRow | undefined =>
  quote?.requestId != null && quote.releaseId === id && isEach(policies, quote) && canBeBought(ctx, quote)
    ? quote
    : undefined

/**
 * Returns how a grant repeats: for the same Idempotency-Key with the same secret, or, where no
 * secret was shown, from the same address and agent. Undefined without a key.
 */
function repeatOf(ctx: Ctx, asked: AccessRequest, { address, idempotencyKey: key }: Asker, shown: string | undefined) {
  if (key === undefined) return undefined
  const { scope, resource, agentKey, intendedUse, commercial = false } = asked
  const secret = shown ?? canonicalJson(['no secret', address, agentKey ?? null])
  const requestHash = sha256Hex(JSON.stringify([scope, resource, agentKey, intendedUse, commercial]))
  return { makeToken: repeatedToken(ctx, 'grant', key, secret), requestHash }
}

const names = (license: Pick<HeldLicense, 'scopes'> | undefined, { scope }: PolicyRow): boolean =>
  license?.scopes.includes(scope) === true

const isEach = (policies: readonly PolicyRow[], license: Pick<HeldLicense, 'scopes'>): boolean =>
  policies.every((policy) => policy.decision === 'ALLOW' || names(license, policy))

/** Returns what a request's credential pays; undefined unless it answers our challenge. */
function readOffer(ctx: Ctx, release: VisibleRelease, asker: Asker): Offered | undefined {
  const credential = readCredential(ctx, asker.authorization)
  const quote = credential ? findQuote(ctx, credential.quoteId) : undefined
  if (!credential || quote?.releaseId !== release.id) return undefined
  const { address, idempotencyKey } = asker
  return { quote, payment: { sharedToken: credential.sharedToken, address, idempotencyKey } }
}

/** Buys access with the request's credential; without a good one, throws what would buy it. */
async function pay(
  ctx: Ctx,
  release: VisibleRelease,
  policies: readonly PolicyRow[],
  asked: Parameters<typeof licenseRequired>[3],
  { authorization }: Asker,
  offered: Offered | undefined,
): Promise<PaidLicense> {
  const required = (problem?: string) => licenseRequired(ctx, release, policies, asked, problem)
  if (readCredential(ctx, authorization) === undefined) throw required()
  if (!offered) throw required(say('This payment answers no challenge of this release.'))
  if (!isEach(policies, offered.quote)) throw required(say('What was paid for does not cover it.'))
  try {
    return await payQuote(ctx, offered.quote, offered.payment)
  } catch (error) {
    throw error instanceof AppError && error.code === 'BAD_STATE' ? required(error.message) : error
  }
}

function refused(ctx: Ctx, release: VisibleRelease, policy: PolicyRow): AppError {
  const next = nextStep(ctx, release, policy)
  const hint =
    next.url === null
      ? say('No license is given for it.')
      : say('Ask the artist: {contact}', { contact: policy.contact ?? next.url })
  const message =
    next.url === null
      ? say('The artist does not allow the use {scope}.', { scope: policy.scope })
      : say('The artist does not allow the use {scope} without being asked.', { scope: policy.scope })
  return new AppError('FORBIDDEN', message, { hint, more: { next } })
}
