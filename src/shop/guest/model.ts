import { type Static, t } from 'elysia'
import { longestPassword, shortestPassword } from '../../lib/account/password-rule.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Before, Payable, ReceiptUrl, Secret } from '../../order/shape.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { NewCheckout } from '../purchase/shape.ts'

/** The most links to single tracks whose price is taken off at once. */
export const mostRestLinks = 8

const { everything: _, ...ofCasset } = NewCheckout.properties

/** Body of POST /api/checkout/guest. */
export const NewGuestCheckout = t.Object(
  {
    ...ofCasset,
    email: t.String({ maxLength: longest.email, description: 'where the receipt goes' }),
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
