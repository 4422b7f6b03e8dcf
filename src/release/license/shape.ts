import { type Static, t } from 'elysia'
import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import { pricingStates } from '../../casset/usage/pricing-state.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Amount, closed, Money, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { Decision, Scope } from '../shape.ts'

/** The description of the missing license in a 402. */
export const LicenseChallenge = t.Object({
  scheme: t.Literal('License'),
  releaseId: t.String(),
  scope: Scope,
  scopes: t.Array(Scope, { description: 'all that the license has to name' }),
  price: Nullable(Money),
  terms: t.Array(t.Object({ scope: Scope, terms: t.String() }), { description: 'what the artist wants of it' }),
  pricingState: OneOf(pricingStates),
  quoteUrl: t.String(),
  checkoutUrl: Nullable(t.String({ description: 'where a person buys it' })),
  methods: t.Array(OneOf(['checkout', 'payment']), {
    description: 'how it can be bought: at checkoutUrl, or with the Payment challenge of the header',
  }),
  expiresAt: t.String(),
})

export const Terms = Nullable(t.String({ description: 'what the artist wrote; agreed to by whoever buys it' }))

const Pricing = OneOf(pricingStates)

const RequestedLicense = t.Object({
  requestId: t.String({ description: 'whoever has it reads the answer and can withdraw the request' }),
  url: t.String({ description: 'the page of the request, for people' }),
  statusUrl: t.String({ description: 'where programs read the answer' }),
})

export const Quote = t.Object({
  quoteId: t.String(),
  items: t.Array(
    t.Object({ scope: Scope, decision: Decision, pricingState: Pricing, price: Nullable(Money), terms: Terms }),
  ),
  policyHash: t.String({
    description: 'SHA-256 of the canonical JSON of the list of {scope, decision, price, termsHash} of these items',
  }),
  pricingState: Pricing,
  total: Nullable(Money),
  checkoutUrl: Nullable(t.String({ description: 'where a person buys the license' })),
  contactUrl: t.String({ description: 'the form by which a person asks the artist' }),
  agent: Nullable(t.String({ description: 'the name of the agent that signed the request; a license names it' })),
  request: t.Optional(RequestedLicense),
  expiresAt: t.String(),
})

export const about = {
  agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself' })),
  intendedUse: t.Optional(Text({ maxLength: longest.intendedUse })),
  commercial: t.Optional(t.Boolean({ description: 'asks for commercial-use as well' })),
}

export const NewQuote = t.Object(
  {
    scopes: t.Array(t.String({ maxLength: 64 }), { minItems: 1, maxItems: permissionScopes.length }),
    ...about,
    releaseVersionId: t.Optional(t.String({ maxLength: 64, description: 'the newest version, unless given' })),
    contact: t.Optional(
      t.Object(
        {
          name: Text({ minLength: 1, maxLength: longest.displayName }),
          email: t.String({ maxLength: longest.email }),
        },
        { ...closed, description: 'asks the artist: who asks, and where the answer goes, which they do not see' },
      ),
    ),
    offer: t.Optional(
      t.Object(
        { amount: Amount, currency: t.String({ maxLength: 3, description: 'ISO 4217, in lower case' }) },
        { ...closed, description: 'what is offered to the artist; only with contact' },
      ),
    ),
  },
  closed,
)

export type NewQuote = Static<typeof NewQuote>
export type Quote = Static<typeof Quote>
export type LicenseChallenge = Static<typeof LicenseChallenge>
