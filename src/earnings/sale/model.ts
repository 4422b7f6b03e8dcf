import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { paymentModes } from '../../../db/schema/platform/payment.ts'
import { GoodsKind, ShownBuyer, WaitsFor } from '../../order/shape.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { disputeStates } from '../../platform/payment/dispute-state.ts'

/** A paid order as its artist sees it, with refunds and disputes. Amounts are in minor units. */
export const Sale = t.Object({
  orderId: t.String(),
  kind: GoodsKind,
  what: t.Union([t.String(), t.Null()], {
    description: 'The casset, the shortcode, the words of the tip, or what was licensed',
  }),
  shown: t.Object(
    {
      label: t.String(),
      title: Nullable(t.String()),
      message: Nullable(t.String()),
      name: t.String({ description: 'in the middle of a sentence' }),
      refundWarning: t.String(),
    },
    { description: 'The words for the goods that were sold' },
  ),
  buyer: ShownBuyer,
  amount: t.Integer(),
  currency: t.String(),
  status: OneOf(['PAID', 'PARTLY_REFUNDED', 'REFUNDED', 'DISPUTED']),
  code: t.Union([t.String(), t.Null()], { description: 'The code that reduced its price' }),
  refundedAmount: t.Integer(),
  dispute: Nullable(OneOf(disputeStates)),
  refundFailedAt: t.Union([t.String(), t.Null()], {
    description: "When the buyer's bank sent the last refund back",
  }),
  waitsFor: Nullable(WaitsFor),
  receiptProblem: t.Union([t.String(), t.Null()], {
    description: "Why the buyer's receipt did not arrive, or came back",
  }),
  shared: t.Optional(
    t.Object(
      { slug: t.String(), part: t.Integer(), mayRefund: t.Boolean() },
      { description: 'There when a co-casset was sold' },
    ),
  ),
  mode: OneOf(paymentModes),
  paidAt: t.String(),
})

export const Sales = t.Object({ sales: t.Array(Sale), nextCursor: Nullable(t.String()) })

export const NewRefund = t.Object(
  {
    amount: t.Optional(Type.Integer({ minimum: 1, description: 'In minor units; all that is left when absent' })),
    refundedAmount: t.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The amount that was already refunded when the caller looked; required with `amount`. If it has changed since, nothing is refunded (409)',
      }),
    ),
    leavesDebt: t.Optional(
      t.Boolean({
        description:
          "By the owner of the instance: refunds also what is not in the artist's account any more, which they then owe. Without it that is 409 and says how much",
      }),
    ),
  },
  closed,
)

export const RefundedSale = t.Object({ sale: Sale })

export type Sale = Static<typeof Sale>
export type Sales = Static<typeof Sales>
export type NewRefund = Static<typeof NewRefund>
