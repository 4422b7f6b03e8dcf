import { offeredPrice, pricingStateOf } from '../../../casset/usage/pricing-state.ts'
import { readPolicies } from '../../../casset/usage/read-policies.ts'
import type { Ctx } from '../../../context.ts'
import { contactUrl } from '../../next-step.ts'
import { policyHash, refuseUnknownScope } from '../../permission/policy.ts'
import { versionOf, visibleRelease } from '../../visible-release.ts'
import { agreedOf } from '../order/agreed.ts'
import type { NewQuote, Quote } from '../shape.ts'
import { policiesOf, priceScopes } from './price-scopes.ts'
import { checkoutUrl, saveQuote } from './save-quote.ts'

type QuoteAsked = Omit<NewQuote, 'contact' | 'offer' | 'intendedUse'> & { intendedUse?: string | undefined }

/**
 * Returns what a license for some scopes costs and where it is bought, or where to ask
 * (rule: quotes). Give the `agent` whose signature the request has. Throws NOT_FOUND, VALIDATION.
 */
export function quoteLicense(ctx: Ctx, id: string, asked: QuoteAsked, agent: string | null = null): Quote {
  const { scopes, commercial, releaseVersionId } = asked
  for (const [index, scope] of scopes.entries()) refuseUnknownScope(scope, `scopes.${index}`)
  const release = visibleRelease(ctx, id)
  const version = versionOf(ctx, release, releaseVersionId)
  const policies = policiesOf(readPolicies(ctx, id), scopes, commercial)
  const { total, pricingState } = priceScopes(policies)
  const quote = saveQuote(ctx, { version, agreed: agreedOf(policies), total }, { ...asked, agent })
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
    pricingState,
    total,
    checkoutUrl: checkoutUrl(ctx, quote, release.cassetId),
    contactUrl: contactUrl(ctx, release),
    agent,
    expiresAt: new Date(quote.expiresAt).toISOString(),
  }
}
