import type { Ctx } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256Hex } from '../lib/hmac.ts'
import type { Decision } from '../permission/default-policies.ts'
import { pricingStateOf } from '../permission/pricing-state.ts'
import { type PolicyRow, readPolicies } from '../permission/read-policies.ts'
import { stricter } from '../permission/stricter.ts'
import { signDocument } from '../signing/sign-document.ts'
import type { PermissionCheck, PermissionReceipt } from './agent-model.ts'
import { signedVersionById } from './read-version.ts'
import { type VisibleRelease, visibleRelease } from './visible-release.ts'

const validMs = 900_000

const reasons: Readonly<Record<Decision, string>> = {
  ALLOW: 'The artist allows this.',
  REQUIRE_LICENSE: 'The artist allows this with a license.',
  CONTACT_OWNER: 'The artist wants to be asked first.',
  DENY: 'The artist does not allow this.',
}

/**
 * Returns what the artist says of a use, as a receipt that is signed like a manifest and valid for a quarter of an hour
 * (rule 12.14). Nothing is stored. Throws VALIDATION for an unknown scope, NOT_FOUND for a release that nobody may know of
 * and for a version that is not one of its own.
 */
export function checkPermission(ctx: Ctx, id: string, asked: PermissionCheck): PermissionReceipt {
  const { commercial = false, agentKey = null, releaseVersionId } = asked
  const found = visibleRelease(ctx, id)
  const all = readPolicies(ctx, id)
  const policy = all.find(({ scope }) => scope === asked.scope)
  if (!policy) {
    const scopes = all.map(({ scope }) => scope).join(', ')
    throw invalid('scope', `"${asked.scope}" is no scope.`, `The scopes are ${scopes}.`)
  }
  const version = releaseVersionId === undefined ? found.version : signedVersionById(ctx, id, releaseVersionId)
  if (!version) throw notFound('version')
  const considered = [policy, ...(commercial ? all.filter(({ scope }) => scope === 'commercial-use') : [])]
  const decisive = considered.reduce((a, b) => (stricter(a.decision, b.decision) === a.decision ? a : b))
  const issuedAt = ctx.now()
  const receipt = {
    decisionId: ctx.uuid(),
    releaseId: id,
    releaseVersionId: version.id,
    scope: policy.scope,
    decision: decisive.decision,
    reason: reasons[decisive.decision],
    commercial,
    policyHash: sha256Hex(canonicalJson(considered.map(toHashed))),
    manifestHash: version.canonicalHash,
    agentKey,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(issuedAt + validMs).toISOString(),
    next: nextOf(ctx, found, decisive),
  }
  return { ...receipt, proof: signDocument(ctx, receipt, issuedAt) }
}

/** What is hashed of a policy: what its artist decided and when, not how to reach them. */
const toHashed = ({ scope, decision, priceMinor, currency, terms, updatedAt }: PolicyRow) => ({
  scope,
  decision,
  price: priceMinor === null || currency === null ? null : { amount: priceMinor, currency },
  terms,
  updatedAt: new Date(updatedAt).toISOString(),
})

/** Where to go from here: to the artist's page, as long as no license can be bought without asking. */
function nextOf({ site }: Ctx, { handle }: VisibleRelease, policy: PolicyRow): PermissionReceipt['next'] {
  const state = pricingStateOf(policy)
  if (state === 'NOT_REQUIRED' || state === 'UNAVAILABLE') return { kind: null, url: null }
  return { kind: policy.decision === 'REQUIRE_LICENSE' ? 'license' : 'contact', url: `${site.origin}/@${handle}` }
}
