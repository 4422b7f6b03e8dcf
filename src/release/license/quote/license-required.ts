import type { PolicyRow } from '../../../casset/usage/read-policies.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { contactUrl, quoteUrl, rslUrl } from '../../next-step.ts'
import type { VisibleRelease } from '../../visible-release.ts'
import type { AccessRequest } from '../access/access-model.ts'
import { agreedOf } from '../order/agreed.ts'
import type { LicenseChallenge } from '../shape.ts'
import { paymentChallenge } from './payment-challenge.ts'
import { priceScopes } from './price-scopes.ts'
import { checkoutUrl, priceOfQuote, type QuoteRow, saveQuote } from './save-quote.ts'

type QuoteRequest = Pick<AccessRequest, 'agentKey' | 'intendedUse'> & {
  readonly licenseToken?: string | undefined
  /** The name of the agent that signed the request. */
  readonly agent: string | null
  /** The quote with which the artist answered a request for just this. */
  readonly answer?: QuoteRow | undefined
}

/**
 * Returns the 402 for a use that needs a license: what it has to name, what it costs and where it
 * is bought, in the body and as the challenge of the License scheme (RSL 1.0, CAP), and of the
 * Payment scheme where an agent can pay it by itself. The price is that of the artist's answer to a
 * request, if there is one. The first policy is of the scope that was asked for; `problem` is what
 * was wrong with how it was paid.
 */
export function licenseRequired(
  ctx: Ctx,
  release: VisibleRelease,
  policies: readonly PolicyRow[],
  asked: QuoteRequest,
  problem?: string,
): AppError {
  const { pricingState, total } = priceScopes(policies)
  const quote = asked.answer ?? saveQuote(ctx, { version: release.version, agreed: agreedOf(policies), total }, asked)
  const checkout = checkoutUrl(ctx, quote, release.cassetId)
  const payment = checkout === null ? null : paymentChallenge(ctx, quote)
  const challenge: LicenseChallenge = {
    scheme: 'License',
    releaseId: release.id,
    scope: policies[0]?.scope ?? 'download',
    scopes: quote.scopes,
    price: priceOfQuote(quote),
    terms: quote.agreed.flatMap(({ scope, terms }) => (terms === null ? [] : [{ scope, terms }])),
    pricingState: asked.answer ? 'PRICED' : pricingState,
    quoteUrl: quoteUrl(ctx, release.id),
    checkoutUrl: checkout,
    methods: [
      ...(checkout === null ? [] : (['checkout'] as const)),
      ...(payment === null ? [] : (['payment'] as const)),
    ],
    expiresAt: new Date(quote.expiresAt).toISOString(),
  }
  const isGiven = asked.licenseToken !== undefined
  const message =
    problem ?? (isGiven ? say('This license does not cover it, or has expired.') : say('This needs a license.'))
  // Of a request without a token nothing was wrong (RFC 6750, 3.1): then no error code.
  const licenseChallenge = isGiven
    ? `License error="invalid_token", error_description="${quotable(message)}"`
    : `License error_description="${quotable(message)}"`
  const hint =
    checkout === null
      ? say('Ask the artist: {contact}', { contact: policies[0]?.contact ?? contactUrl(ctx, release) })
      : say('Buy one: {checkout}', { checkout })
  const headers = {
    'www-authenticate': [licenseChallenge, ...(payment === null ? [] : [payment])].join(', '),
    link: `<${rslUrl(ctx, release.id)}>; rel="license"; type="application/rsl+xml"`,
  }
  return new AppError('LICENSE_REQUIRED', message, { hint, headers, more: { challenge } })
}

/** Printable ASCII without quotes and backslashes (RFC 6750, 3). */
const quotable = (text: string): string => text.replaceAll('’', "'").replaceAll(/[^ !#-[\]-~]/g, '_')
