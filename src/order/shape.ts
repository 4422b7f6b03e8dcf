import { type Static, t } from 'elysia'
import { callBacks, orders } from '../../db/schema/order/order.ts'
import { closed, Handle, OneOf } from '../platform/http/request/schema.ts'

export const GoodsKind = OneOf(orders.kind.enumValues)

export const ShownBuyer = t.Object({
  handle: t.Union([Handle, t.Null()], { description: 'null for a guest and an agent, who have no account' }),
  displayName: t.String(),
})

export const Payable = t.Object({
  orderId: t.String(),
  paymentIntentId: t.String(),
  clientSecret: t.String(),
  amount: t.Integer(),
  currency: t.String(),
  publishableKey: t.String(),
  mode: OneOf(['stripe', 'test']),
})

export const ReplaceVoucher = t.Optional(
  t.Boolean({ description: 'ends a voucher for the same that waits to be paid' }),
)

export const Secret = t.String({ minLength: 1, maxLength: 100, description: 'the last part of a secret link' })

export const ReceiptUrl = t.String({
  description: 'the secret link to what is collected and its receipt; not shown again',
})

export const Before = t.Optional(
  t.String({ minLength: 1, maxLength: 100, description: 'secret of an unpaid checkout that this one replaces' }),
)

export const WithSecret = t.Object({ secret: Secret }, closed)

/** In the body of requests about an order: a guest's link to it (rule: holders). */
export const bySecret = { secret: t.Optional(Secret) }

export const ByHolder = t.Object(bySecret, closed)

/** A buyer's agreement that delivery begins at once, or with a download (rule: withdrawal). */
export const Agreement = t.Union([
  t.Literal(true, { description: 'that delivery begins at once, which ends the right to withdraw' }),
  t.Literal('at-download', { description: 'that the right to withdraw ends with a download' }),
])

export const Agrees = t.Optional(Agreement)

export const DiscountCode = t.Optional(t.String({ minLength: 1, maxLength: 60, description: 'reduces the price' }))

/** In the body of requests for a casset: the tracks to buy instead of all of it. */
export const TrackIds = t.Optional(
  t.Array(t.String({ minLength: 1, maxLength: 60 }), {
    minItems: 1,
    // As many as the metadata of a payment has place for.
    maxItems: 26,
    description: 'single tracks, where the artist sells them, instead of the casset',
  }),
)

export const Checkout = t.Union([Payable, t.Object({ orderId: t.String(), entitled: t.Literal(true) })])

export type Agreement = Static<typeof Agreement>
export type ByHolder = Static<typeof ByHolder>
export type ShownBuyer = Static<typeof ShownBuyer>
export type Payable = Static<typeof Payable>
export type Checkout = Static<typeof Checkout>

export const WaitsFor = OneOf(callBacks)

/** Sums in a currency that wait, in minor units. */
export const Waiting = t.Array(t.Object({ waitsFor: WaitsFor, amount: t.Integer() }))
