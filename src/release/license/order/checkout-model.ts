import { type Static, t } from 'elysia'
import { Text } from '../../../lib/text/code-points.ts'
import { longest } from '../../../lib/text/longest.ts'
import { Agrees, ReplaceVoucher } from '../../../order/shape.ts'
import { closed, Money, Nullable } from '../../../platform/http/request/schema.ts'
import { Scope } from '../../shape.ts'
import { LicenseCredential } from '../credential.ts'

export const NewLicense = t.Object(
  {
    quoteId: t.String({ maxLength: 64 }),
    email: t.Optional(
      t.String({ maxLength: longest.email, description: 'where the receipt goes, with a link for whoever holds it' }),
    ),
    licensee: t.Optional(
      Text({ maxLength: longest.displayName, description: 'whom the license names; the certificate shows it' }),
    ),
    replaceVoucher: ReplaceVoucher,
    agrees: Agrees,
  },
  closed,
)

export const Claim = t.Object(
  {
    paymentIntentId: t.String({ minLength: 1, maxLength: 255 }),
    clientSecret: t.String({ minLength: 1, maxLength: 255 }),
  },
  closed,
)

export const License = t.Object({
  licenseId: t.String(),
  token: t.String({ description: 'its holder has the license; it is not shown again' }),
  releaseId: t.String(),
  scopes: t.Array(Scope),
  agreed: t.Array(t.Object({ scope: Scope, price: Nullable(Money), terms: Nullable(t.String()) }), {
    description: 'what it cost and what the artist wants of it, as its quote said',
  }),
  expiresAt: t.String(),
  url: t.String({ description: 'the page of the license, for people' }),
  holderUrl: t.String({
    description: 'the same for its holder: as a paper, with its files; whoever has the address holds the license',
  }),
  statusUrl: t.String({ description: 'where it is said whether it has ended' }),
  credential: LicenseCredential,
})

export const HandedIn = t.Object(
  { certificate: t.String({ maxLength: 60_000, description: 'the content of the file, as it was saved' }) },
  closed,
)

export type Claim = Static<typeof Claim>
export type License = Static<typeof License>
