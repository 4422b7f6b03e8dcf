import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { Waiting } from '../../order/shape.ts'
import { range } from '../../platform/http/request/day-range.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

const by = t.UnionEnum(['day', 'week', 'month'], { default: 'day' })
const minor = Type.Integer()

/** Query of a span of days, including both ends. */
export const DaysQuery = t.Object(range, closed)

/** Query of GET /api/studio/statistics. Weeks begin on Monday. */
export const StatisticsQuery = t.Object({ ...range, by: t.Optional(by) }, closed)

const span = { from: t.String(), to: t.String() }

const figures = {
  sales: minor,
  tips: minor,
  emoji: minor,
  prizes: minor,
  licenses: minor,
  exchanged: minor,
  processorFees: minor,
  platformFees: minor,
  vat: minor,
  refunds: minor,
  disputes: minor,
  net: minor,
  payouts: minor,
}

/**
 * Money in minor units. net = sales + tips + emoji + prizes + licenses + exchanged − processorFees
 * − platformFees − vat − refunds − disputes. `vat` was kept back for the tax office. `exchanged`
 * came from another currency, or with a negative amount went into one. `prizes` are winnings in
 * drops, less the costs of one's own drops beyond the money paid into them.
 */
export const Figures = t.Object(figures)

/**
 * Everything an artist got and gave in one currency. `balance` is what they have at the processor
 * now, `owed` what the platform still owes them, or with a negative amount what they owe it.
 */
export const CurrencyStatistics = t.Object({
  currency: t.String(),
  totals: Figures,
  balance: minor,
  owed: minor,
  waiting: Waiting,
  series: t.Array(t.Object({ ...span, ...figures })),
})

/**
 * The instance's percent of others' sales in these days; what it owes others now, what others owe
 * it, and the prize money of drops that have not ended.
 */
export const PlatformStatistics = t.Object({
  currency: t.String(),
  fees: minor,
  held: minor,
  waiting: Waiting,
  debts: minor,
  pools: minor,
})

/**
 * The sales of a casset: how often it was collected, and the figures of its music in each currency.
 * Of a co-casset they are the artist's own part, of a sale of everything the casset's part. Tips,
 * emoji and licenses are of no casset.
 */
export const CassetStatistics = t.Object({
  id: t.String(),
  name: t.String(),
  collects: minor,
  currencies: t.Array(
    t.Object({
      currency: t.String(),
      ...{ sales: minor, exchanged: minor, processorFees: minor, platformFees: minor, vat: minor },
      ...{ refunds: minor, disputes: minor, net: minor },
    }),
  ),
})

/** `platform` is only for the owner of the instance. */
export const Statistics = t.Object({
  ...span,
  by,
  currencies: t.Array(CurrencyStatistics),
  collects: t.Object({ total: minor, series: t.Array(t.Object({ ...span, count: minor })) }),
  platform: Nullable(t.Array(PlatformStatistics)),
})

/** Answer of GET /api/studio/statistics, whose cassets are the most earning first. */
export const StatisticsAnswer = t.Composite([Statistics, t.Object({ cassets: t.Array(CassetStatistics) })])

export type Figures = Static<typeof Figures>
export type CurrencyStatistics = Static<typeof CurrencyStatistics>
export type CassetStatistics = Static<typeof CassetStatistics>
export type PlatformStatistics = Static<typeof PlatformStatistics>
export type Statistics = Static<typeof Statistics>
export type StatisticsAnswer = Static<typeof StatisticsAnswer>
