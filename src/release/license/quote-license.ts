import { inTransaction } from '../../../db/commits.ts'
import { offeredPrice, pricingStateOf } from '../../casset/usage/pricing-state.ts'
import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { contactUrl } from '../next-step.ts'
import { policyHash } from '../permission/policy-hash.ts'
import { refuseUnknownScope } from '../permission/policy-of-scope.ts'
import { versionOf, visibleRelease } from '../visible-release.ts'
import { checkoutUrl, keepQuote } from './keep-quote.ts'
import { policiesOf, priceScopes } from './price-scopes.ts'
import type { NewQuote } from './quote-model.ts'
import type { Quote } from './shape.ts'
import { readContact, tellContact } from './tell-contact.ts'

/**
 * Returns what a license for some scopes costs and where it is bought, or whom to ask; with
 * `contact` the artist is told (rule: quotes). Throws NOT_FOUND, VALIDATION.
 */
export function quoteLicense(ctx: Ctx, id: string, asked: NewQuote): Quote {
  const { scopes, commercial, releaseVersionId, contact } = asked
  for (const [index, scope] of scopes.entries()) refuseUnknownScope(scope, `scopes.${index}`)
  const release = visibleRelease(ctx, id)
  const version = versionOf(ctx, release, releaseVersionId)
  const policies = policiesOf(readPolicies(ctx, id), scopes, commercial)
  const price = priceScopes(policies)
  const asker = contact && readContact(contact)
  const quote = inTransaction(ctx.db, () => {
    const kept = keepQuote(ctx, version, policies, price, asked)
    if (asker) tellContact(ctx, release, kept, asker)
    return kept
  })
  return {
    quoteId: quote.id,
    items: policies.map((policy) => ({
      scope: policy.scope,
      decision: policy.decision,
      pricingState: pricingStateOf(policy),
      price: offeredPrice(policy),
      terms: policy.terms,
    })),
    policyHash: policyHash(policies),
    ...price,
    checkoutUrl: checkoutUrl(ctx, quote, release.cassetId),
    contactUrl: contactUrl(ctx, release),
    expiresAt: new Date(quote.expiresAt).toISOString(),
  }
}
