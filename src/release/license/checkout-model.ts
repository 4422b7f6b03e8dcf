import { type Static, t } from 'elysia'
import { longest } from '../../lib/longest.ts'
import { ReplaceVoucher } from '../../money/order/shape.ts'
import { closed } from '../../platform/http/schema.ts'
import { Scope } from '../shape.ts'

/** Body of POST /api/checkout/license. */
export const NewLicense = t.Object(
  {
    quoteId: t.String({ maxLength: 64 }),
    email: t.Optional(t.String({ maxLength: longest.email, description: 'where the receipt goes' })),
    replaceVoucher: ReplaceVoucher,
  },
  closed,
)

/** Body of POST /api/checkout/license/claim. */
export const Claim = t.Object(
  {
    paymentIntentId: t.String({ minLength: 1, maxLength: 255 }),
    clientSecret: t.String({ minLength: 1, maxLength: 255 }),
  },
  closed,
)

/** A license with its token, which is shown once. */
export const License = t.Object({
  licenseId: t.String(),
  token: t.String({ description: 'its holder has the license; it is not shown again' }),
  releaseId: t.String(),
  scopes: t.Array(Scope),
  expiresAt: t.String(),
})

export type Claim = Static<typeof Claim>
export type License = Static<typeof License>
