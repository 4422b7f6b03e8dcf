import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { ListQuery } from '../../platform/http/request/list-query.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

/** Body of POST /api/studio/discounts: either a percent or an amount in minor units. */
export const NewDiscount = t.Object(
  {
    cassetId: t.Union([t.String({ maxLength: 64 }), t.Null()], {
      description: 'null for all cassets that the caller sells alone',
    }),
    percent: t.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    amount: t.Optional(Type.Integer({ minimum: 1, maximum: 90_000_000 })),
    code: t.Optional(t.String({ minLength: 1, maxLength: 60, description: 'a word to use; made up when absent' })),
    uses: t.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 }))),
    expiresAt: t.Optional(
      Nullable(t.String({ maxLength: 40, description: 'an ISO 8601 time at which the code expires' })),
    ),
  },
  closed,
)

export const Discount = t.Object({
  id: t.String(),
  cassetId: Nullable(t.String()),
  code: t.String(),
  percent: Nullable(t.Integer()),
  amount: Nullable(t.Integer()),
  currency: Nullable(t.String()),
  uses: Nullable(t.Integer()),
  used: t.Integer({ description: 'how often it was paid with' }),
  expiresAt: Nullable(t.String()),
  endedAt: Nullable(t.String()),
  createdAt: t.String(),
})

export const DiscountsQuery = t.Object(
  {
    ...ListQuery.properties,
    cassetId: t.Optional(t.String({ maxLength: 64, description: "one of the caller's cassets; all when absent" })),
  },
  closed,
)

export const Discounts = t.Object({ discounts: t.Array(Discount), nextCursor: Nullable(t.String()) })

export type NewDiscount = Static<typeof NewDiscount>
export type Discount = Static<typeof Discount>
