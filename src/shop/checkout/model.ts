import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { orderModes } from '../../../db/schema/platform/payment.ts'
import { Track } from '../../casset/track/shape.ts'
import { ReceiptUrl } from '../../order/shape.ts'
import { Cover } from '../../platform/asset/shape.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

const IntentId = t.String({ minLength: 1, maxLength: 255 })

export const TestConfirm = t.Object(
  {
    paymentIntentId: IntentId,
    clientSecret: t.String({ minLength: 1, maxLength: 255 }),
    card: t.Optional(
      t.Object(
        {
          number: t.String({ minLength: 1, maxLength: 40 }),
          expMonth: Type.Integer({ minimum: 0, maximum: 99 }),
          expYear: Type.Integer({ minimum: 0, maximum: 9_999 }),
          cvc: t.String({ maxLength: 10 }),
        },
        closed,
      ),
    ),
    paymentMethod: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 255,
        description: 'instead of a card: that of the test wallet, `pm_card_visa`, or a kept one',
      }),
    ),
  },
  closed,
)

export const TestConfirmed = t.Object({
  status: t.String(),
  declineCode: Nullable(t.String()),
  nextAction: Nullable(t.Object({ url: t.String() })),
})

export const Verify = t.Object(
  {
    paymentIntentId: IntentId,
    clientSecret: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "of a guest's payment" })),
    needsLink: t.Optional(t.Boolean({ description: 'makes another secret link, for a guest who has lost the first' })),
  },
  closed,
)

export const Purchase = t.Object({
  id: t.String(),
  casset: t.Object({
    id: t.String(),
    slug: t.String(),
    handle: Handle,
    displayName: t.String(),
    cover: Nullable(Cover),
  }),
  amount: t.Integer(),
  currency: t.String(),
  status: OneOf(['PAID', 'REFUNDED', 'DISPUTED']),
  mode: OneOf(orderModes),
  isGift: t.Boolean({ description: 'Whether somebody else paid it; the amount is then 0' }),
  entitles: t.Boolean({ description: 'Whether it gives the casset now: neither taken back nor of another mode' }),
  purchasedAt: t.String(),
})

export const Verified = t.Object({
  status: t.String(),
  entitled: t.Boolean(),
  purchase: Nullable(Purchase),
  receiptUrl: t.Optional(ReceiptUrl),
})

export const Purchases = t.Object({ purchases: t.Array(Purchase), nextCursor: Nullable(t.String()) })

export const BoughtTracks = t.Object({
  purchases: t.Array(
    t.Object({
      orderId: t.String({ description: 'also the id for /api/purchases/{id}/tracks' }),
      casset: t.Object({
        id: t.String(),
        slug: t.String(),
        name: t.String(),
        displayName: t.String(),
        cover: Nullable(Cover),
      }),
      tracks: t.Array(
        t.Object({ id: t.String(), title: Nullable(t.String({ description: 'null once the law took it away' })) }),
      ),
      amount: t.Integer(),
      currency: t.String(),
      status: OneOf(['PAID', 'REFUNDED', 'DISPUTED']),
      mode: OneOf(orderModes),
      entitles: t.Boolean({ description: 'Whether it gives these tracks now' }),
      purchasedAt: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export const PurchasedTracks = t.Object({
  tracks: t.Array(
    t.Object({
      ...Track.properties,
      bytes: t.Integer({ description: 'the size of the whole track as it is streamed' }),
      version: t.String({ description: 'of that sound: the ETag of its stream, without quotes' }),
    }),
  ),
})

export type TestConfirm = Static<typeof TestConfirm>
export type TestConfirmed = Static<typeof TestConfirmed>
export type Verify = Static<typeof Verify>
export type Verified = Static<typeof Verified>
export type Purchase = Static<typeof Purchase>
export type BoughtTracks = Static<typeof BoughtTracks>
export type Purchases = Static<typeof Purchases>
export type PurchasedTracks = Static<typeof PurchasedTracks>
