import { type Static, t } from 'elysia'
import { closed, OneOf } from '../../../platform/http/request/schema.ts'
import { Decision } from '../../shape.ts'
import { License } from '../order/checkout-model.ts'
import { about } from '../shape.ts'

export const AccessRequest = t.Object(
  {
    scope: t.String({ maxLength: 64, description: 'what it is for' }),
    resource: OneOf(['download', 'stems']),
    ...about,
    quoteId: t.Optional(
      t.String({
        maxLength: 64,
        description: 'of the price with which the artist answered a request; then the 402 is for it',
      }),
    ),
    licenseToken: t.Optional(t.String({ maxLength: 200, description: 'of a license that was bought' })),
  },
  closed,
)

/** Body of POST /api/agents/licenses/{id}/access. */
export const SoldRequest = t.Object(
  {
    resource: OneOf(['download', 'stems']),
    licenseToken: t.Optional(
      t.String({ maxLength: 200, description: 'of this license; the account that bought it needs none' }),
    ),
    secret: t.Optional(t.String({ maxLength: 200, description: 'of the link to its page for its holder, instead' })),
  },
  closed,
)

export const Access = t.Object({
  decision: Decision,
  grant: t.Object({ url: t.String(), token: t.String(), expiresAt: t.String() }),
  license: t.Optional(License),
})

export const GrantQuery = t.Object({ token: t.String({ maxLength: 200 }) }, closed)

export type AccessRequest = Static<typeof AccessRequest>
export type Access = Static<typeof Access>
