import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { closed, Nullable } from '../http/schema.ts'

const day = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'a date like 2026-01-31, in UTC' }
const range = { from: t.Optional(t.String(day)), to: t.Optional(t.String(day)) }
const by = t.UnionEnum(['day', 'week', 'month'], { default: 'day' })
const minor = Type.Integer()

/** Query for a range of days; both ends are inclusive. */
export const DaysQuery = t.Object(range, closed)

/** Query of GET /api/studio/statistics. Weeks begin on Monday. */
export const StatisticsQuery = t.Object({ ...range, by: t.Optional(by) }, closed)

const span = { from: t.String(), to: t.String() }

const figures = {
  sales: minor,
  tips: minor,
  emoji: minor,
  processorFees: minor,
  platformFees: minor,
  refunds: minor,
  disputes: minor,
  net: minor,
  payouts: minor,
}

/** Money in minor units. net = sales + tips + emoji − processorFees − platformFees − refunds − disputes. */
export const Figures = t.Object(figures)

/** Everything an artist received and paid in one currency; `balance` is their current balance in the ledger. */
export const CurrencyStatistics = t.Object({
  currency: t.String(),
  totals: Figures,
  balance: minor,
  series: t.Array(t.Object({ ...span, ...figures })),
})

/** The instance's own income: net = fees − processorFees − covered; `covered` is what it paid in sellers' place. */
export const PlatformStatistics = t.Object({
  currency: t.String(),
  fees: minor,
  processorFees: minor,
  covered: minor,
  net: minor,
})

/** Answer of GET /api/studio/statistics; `platform` is only for the owner of the instance. */
export const Statistics = t.Object({
  ...span,
  by,
  currencies: t.Array(CurrencyStatistics),
  collects: t.Object({ total: minor, series: t.Array(t.Object({ ...span, count: minor })) }),
  platform: Nullable(t.Array(PlatformStatistics)),
})

export type Figures = Static<typeof Figures>
export type CurrencyStatistics = Static<typeof CurrencyStatistics>
export type PlatformStatistics = Static<typeof PlatformStatistics>
export type Statistics = Static<typeof Statistics>
