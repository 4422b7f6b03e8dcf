import { type Static, t } from 'elysia'
import { longestSlug } from '../../lib/text/slug.ts'
import { Agrees, DiscountCode, ReplaceVoucher, TrackIds } from '../../order/shape.ts'
import { Amount, closed } from '../../platform/http/request/schema.ts'

/** The amount is in minor units and may exceed the price. */
export const NewCheckout = t.Object(
  {
    slug: t.String({ maxLength: longestSlug }),
    amount: t.Optional(Amount),
    referralCode: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
    code: DiscountCode,
    trackIds: TrackIds,
    everything: t.Optional(
      t.Literal(true, { description: 'all that its artist has published, where they sell it at a percent off' }),
    ),
    replaceVoucher: ReplaceVoucher,
    agrees: Agrees,
  },
  closed,
)

export const Claimed = t.Object({ cassetId: t.String(), slug: t.String(), name: t.String() })

export type NewCheckout = Static<typeof NewCheckout>
export type Claimed = Static<typeof Claimed>
