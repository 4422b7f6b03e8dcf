import { type Static, t } from 'elysia'
import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import { pricingStates } from '../../casset/usage/pricing-state.ts'
import { Text } from '../../lib/code-points.ts'
import { longest } from '../../lib/longest.ts'
import { closed, Money, Nullable, OneOf } from '../../platform/http/schema.ts'
import { Decision, Scope } from '../shape.ts'

/** An agent's statement about itself and the use it asks for. */
export const about = {
  agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself' })),
  intendedUse: t.Optional(Text({ maxLength: longest.intendedUse })),
  commercial: t.Optional(t.Boolean({ description: 'asks for commercial-use as well' })),
}

/** Body of POST …/license-quote. */
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
        { ...closed, description: 'tells the artist who asks, and where to answer' },
      ),
    ),
  },
  closed,
)

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

export type NewQuote = Static<typeof NewQuote>
export type Quote = Static<typeof Quote>
