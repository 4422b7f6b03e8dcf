import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { longestSlug } from '../../lib/text/slug.ts'
import {
  Agrees,
  Before,
  bySecret,
  DiscountCode,
  Payable,
  ReceiptUrl,
  ReplaceVoucher,
  TrackIds,
  WithSecret,
} from '../../order/shape.ts'
import { Amount, closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

const Email = t.String({ maxLength: longest.email, description: 'of the person who gets it' })
const Message = Text({ maxLength: longest.giftMessage })
const Day = t.String({ maxLength: 40, description: 'an ISO 8601 time at which it is sent; at once when absent' })

/** Body of POST /api/checkout/gift. The amount is in minor units and may exceed the price. */
export const NewGift = t.Object(
  {
    slug: t.String({ maxLength: longestSlug }),
    email: t.Optional(
      t.String({
        maxLength: longest.email,
        description: 'of the person who gets it; when absent, its payer passes the link on',
      }),
    ),
    message: t.Optional(Message),
    sendAt: t.Optional(Nullable(Day)),
    amount: t.Optional(Amount),
    code: DiscountCode,
    payerEmail: t.Optional(
      t.String({ maxLength: longest.email, description: 'where the receipt of a guest goes; an account has its own' }),
    ),
    trackIds: TrackIds,
    replaceVoucher: ReplaceVoucher,
    agrees: Agrees,
    before: Before,
  },
  closed,
)

/** A payment; a guest's comes with the secret link to their receipt and gift. */
export const GiftCheckout = t.Union([
  t.Object({
    ...Payable.properties,
    receiptUrl: ReceiptUrl,
  }),
  Payable,
])

export const Gift = t.Object({
  orderId: t.String(),
  casset: t.Object({ slug: t.String(), name: t.String(), displayName: t.String() }),
  amount: t.Integer(),
  currency: t.String(),
  state: OneOf(['SCHEDULED', 'SENT', 'CLAIMED', 'ENDED']),
  email: t.Union([t.String(), t.Null()], {
    description: 'null where its payer passes it on, and once it is forgotten',
  }),
  url: t.Union([t.String(), t.Null()], { description: 'the link to pass on; null once it is taken or has ended' }),
  message: Nullable(t.String()),
  sendAt: Nullable(t.String()),
  sentAt: Nullable(t.String()),
  claimedAt: Nullable(t.String()),
  paidAt: Nullable(t.String()),
})

export const Gifts = t.Object({ gifts: t.Array(Gift), nextCursor: Nullable(t.String()) })

export const ChangedGift = t.Object(
  {
    email: t.Optional(Email),
    message: t.Optional(Nullable(Message)),
    sendAt: t.Optional(Nullable(Day)),
    ...bySecret,
  },
  closed,
)

/** Body of POST /api/gifts/take. */
export const Taking = t.Object(
  {
    ...WithSecret.properties,
    email: t.Optional(
      t.String({ maxLength: longest.email, description: 'where the link goes; needed where the site sends email' }),
    ),
  },
  closed,
)

export const TakenGift = t.Object({
  url: t.String({ description: 'the page of the gift for whoever took it: whoever has the address has the gift' }),
})

export const Sent = t.Object({
  url: t.Union([t.String(), t.Null()], { description: 'the link to pass on, where no email is sent' }),
})

export type NewGift = Static<typeof NewGift>
export type GiftCheckout = Static<typeof GiftCheckout>
export type Gift = Static<typeof Gift>
export type ChangedGift = Static<typeof ChangedGift>
export type Taking = Static<typeof Taking>
export type TakenGift = Static<typeof TakenGift>
export type Sent = Static<typeof Sent>
