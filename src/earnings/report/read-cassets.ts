import { and, between, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tapeDays } from '../../../db/schema/shop/purchase.ts'
import { accountsOfArtist } from '../../books/ledger/account-entries.ts'
import type { Ctx } from '../../context.ts'
import type { Days } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { cassetSpans } from './casset-spans.ts'
import { countCollectsOf } from './count-collects.ts'
import { countIn, noFigures } from './figures.ts'
import type { CassetStatistics } from './model.ts'

const { placeholder } = sql

const allOf = prepared((db) => {
  const spans = cassetSpans(db)
  return db
    .select({ id: spans.id, name: cassets.name, since: spans.since, until: spans.until })
    .from(spans)
    .innerJoin(cassets, eq(cassets.id, spans.id))
})

const sumsOf = prepared((db) => {
  const { accountId, cassetId, day, heading, amountMinor } = tapeDays
  return db
    .select({ day: sql<number>`0`, heading, amountMinor: sql<number>`sum(${amountMinor})` })
    .from(tapeDays)
    .where(
      and(
        eq(accountId, placeholder('account')),
        eq(cassetId, placeholder('cassetId')),
        between(day, placeholder('from'), placeholder('to')),
      ),
    )
    .groupBy(heading)
})

type InCurrency = CassetStatistics['currencies'][number]

/**
 * Returns the sales of an artist's cassets in a span of days, the most earning first: of their
 * tapes, and their own part of co-cassets. The figures of all, with those of what is of no casset,
 * are the artist's totals.
 */
export async function readCassets(ctx: Ctx, artistId: string, days: Days): Promise<CassetStatistics[]> {
  const accounts = accountsOfArtist(ctx, artistId)
  const pace = createPace(ctx.monotonicMs)
  const found: CassetStatistics[] = []
  for (const { id, name, since, until } of allOf(ctx.db).all({ artistId })) {
    const currencies: InCurrency[] = []
    for (const { currency, own, owed } of accounts) {
      const figures = noFigures()
      const sums = [own, owed].flatMap((account) => sumsOf(ctx.db).all({ account, cassetId: id, ...days }))
      for (const sum of sums) countIn(ctx, figures, sum)
      const { sales, exchanged, processorFees, platformFees, vat, refunds, disputes, net } = figures
      const costs = { processorFees, platformFees, vat, refunds, disputes }
      if (sums.length > 0) currencies.push({ currency, sales, exchanged, ...costs, net })
      await pace()
    }
    const span = { from: Math.max(days.from, since), to: Math.min(days.to, until ?? days.to) }
    found.push({ id, name, collects: countCollectsOf(ctx, id, span), currencies })
  }
  const order = accounts.map(({ currency }) => currency)
  return found.toSorted((a, b) => byEarnings(order, a, b) || b.collects - a.collects)
}

/** By the first of the currencies in which they differ. */
function byEarnings(order: readonly string[], a: CassetStatistics, b: CassetStatistics): number {
  const netIn = ({ currencies }: CassetStatistics, currency: string) =>
    currencies.find((each) => each.currency === currency)?.net ?? 0
  for (const currency of order) {
    const more = netIn(b, currency) - netIn(a, currency)
    if (more !== 0) return more
  }
  return 0
}
