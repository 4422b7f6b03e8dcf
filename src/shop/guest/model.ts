import { type Static, t } from 'elysia'
import { longestPassword, shortestPassword } from '../../lib/account/password-rule.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { longestSlug } from '../../lib/text/slug.ts'
import {
  Agrees,
  Before,
  DiscountCode,
  Payable,
  ReceiptUrl,
  ReplaceVoucher,
  Secret,
  TrackIds,
} from '../../order/shape.ts'
import { Amount, closed } from '../../platform/http/request/schema.ts'

/** The most links to single tracks whose price is taken off at once. */
export const mostRestLinks = 8

/** Body of POST /api/checkout/guest. The amount is in minor units and may exceed the price. */
export const NewGuestCheckout = t.Object(
  {
    slug: t.String({ maxLength: longestSlug }),
    email: t.String({ maxLength: longest.email, description: 'where the receipt goes' }),
    amount: t.Optional(Amount),
    referralCode: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
    code: DiscountCode,
    trackIds: TrackIds,
    replaceVoucher: ReplaceVoucher,
    agrees: Agrees,
    before: Before,
    rest: t.Optional(
      t.Array(Secret, {
        minItems: 1,
        maxItems: mostRestLinks,
        description:
          'links to single tracks of the casset, whose price is taken off; what is bought belongs to whoever has them',
      }),
    ),
  },
  closed,
)

export const GuestCheckout = t.Union([
  t.Object({ ...Payable.properties, receiptUrl: ReceiptUrl }),
  t.Object({ orderId: t.String(), entitled: t.Literal(true), receiptUrl: ReceiptUrl }),
])

const payersSecret = {
  paymentIntentId: t.String({ minLength: 1, maxLength: 255 }),
  clientSecret: t.String({ minLength: 1, maxLength: 255 }),
}

/** Body of POST /api/guest/keep: a payment, and the secret that only its payer has. */
export const PayersSecret = t.Object(payersSecret, closed)

/** Body of POST /api/guest/keep/new: the same, and the account to be made. */
export const NewKeeper = t.Object(
  {
    ...payersSecret,
    displayName: Text({ minLength: 1, maxLength: longest.displayName }),
    password: Text({ minLength: shortestPassword, maxLength: longestPassword }),
  },
  closed,
)

export type NewGuestCheckout = Static<typeof NewGuestCheckout>
export type GuestCheckout = Static<typeof GuestCheckout>
export type PayersSecret = Static<typeof PayersSecret>
export type NewKeeper = Static<typeof NewKeeper>
