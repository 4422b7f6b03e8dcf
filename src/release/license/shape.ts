import { type Static, t } from 'elysia'
import { pricingStates } from '../../casset/usage/pricing-state.ts'
import { Money, Nullable, OneOf } from '../../platform/http/schema.ts'
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

/** The artist's text about a scope. */
export const Terms = Nullable(t.String({ description: 'what the artist wrote; agreed to by whoever buys it' }))

const Pricing = OneOf(pricingStates)

/** Answer of POST …/license-quote. */
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
  contactUrl: t.String({ description: 'the page of the artist' }),
  expiresAt: t.String(),
})

export type Quote = Static<typeof Quote>
export type LicenseChallenge = Static<typeof LicenseChallenge>
