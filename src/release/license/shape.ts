import { type Static, t } from 'elysia'
import { pricingStates } from '../../casset/usage/pricing-state.ts'
import { Money, Nullable, OneOf } from '../../platform/http/schema.ts'
import { Scope } from '../shape.ts'

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

export type LicenseChallenge = Static<typeof LicenseChallenge>
