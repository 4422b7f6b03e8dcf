import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { Extra } from '../../casset/extra/shape.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { ListQuery } from '../../platform/http/request/list-query.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

export const NewBatch = t.Object(
  {
    cassetId: t.String({ maxLength: 64 }),
    label: Text({
      minLength: 1,
      maxLength: longest.batchLabel,
      description: 'what the codes are for, 1 to 120 characters',
    }),
    count: Type.Integer({ minimum: 1, maximum: 1_000 }),
    expiresAt: t.Optional(
      Nullable(t.String({ maxLength: 40, description: 'an ISO 8601 time at which the codes expire' })),
    ),
  },
  closed,
)

export const BatchesQuery = t.Object(
  {
    ...ListQuery.properties,
    cassetId: t.Optional(t.String({ maxLength: 64, description: "one of the caller's cassets; all when absent" })),
  },
  closed,
)

export const Batch = t.Object({
  id: t.String(),
  label: t.String(),
  count: t.Integer(),
  redeemed: t.Integer(),
  expiresAt: Nullable(t.String()),
  revokedAt: Nullable(t.String()),
  createdAt: t.String(),
})

/** A new batch with its codes, which are never shown again. */
export const MadeBatch = t.Object({ batch: Batch, csv: t.String() })

export const Batches = t.Object({ batches: t.Array(Batch), nextCursor: Nullable(t.String()) })

export const Redeem = t.Object({ code: t.String({ minLength: 1, maxLength: 100 }) }, closed)

export const Redeemed = t.Object({
  casset: t.Object({ id: t.String(), slug: t.String(), name: t.String(), displayName: t.String() }),
  waiting: t.Union([t.Object({ hour: t.String(), hasOpen: t.Boolean() }), t.Null()], {
    description: 'Of a preorder when it opens, in words, and whether some of it is open now',
  }),
  extras: t.Array(Extra, { description: 'The files that come with it' }),
  news: t.Union([t.String(), t.Null()], {
    description: "What joins the artist's mailing list when it is agreed to; null for a person who is on it",
  }),
})

export type NewBatch = Static<typeof NewBatch>
export type Batch = Static<typeof Batch>
export type Batches = Static<typeof Batches>
export type MadeBatch = Static<typeof MadeBatch>
export type Redeemed = Static<typeof Redeemed>
