import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { type Days, type Division, dateOf, divide, startOf } from '../lib/calendar.ts'
import { type AccountRow, accountsOfArtist, accountsOfPlatform, balanceOf } from './account-entries.ts'
import { countCollects } from './count-collects.ts'
import { sumDays } from './day-sums.ts'
import { countIn, noFigures } from './figures.ts'
import type { CurrencyStatistics, Figures, PlatformStatistics, Statistics } from './model.ts'

const maxParts = 3_660

/** The days, weeks or months of a span with a value for each; `at` finds a value by any day of its part. */
type Parts<T> = { list: (Days & { it: T })[]; at(day: number): T | undefined }

/** Returns an artist's statistics for a range of days. Throws VALIDATION for a range of too many parts. */
export async function readStatistics(ctx: Ctx, artist: Viewer, days: Days, by: Division): Promise<Statistics> {
  const spans = divide(days, by, maxParts)
  if (!spans) throw invalid('from', `These dates are more than ${maxParts} ${by}s apart.`, 'Ask for weeks or months.')
  const currencies: CurrencyStatistics[] = []
  for (const account of accountsOfArtist(ctx, artist.artistId)) {
    currencies.push(await inCurrency(ctx, account, days, () => partsOf(spans, by, noFigures)))
  }
  const collects = partsOf(spans, by, () => ({ count: 0 }))
  let total = 0
  for (const { day, count } of countCollects(ctx, artist.artistId, days)) {
    const part = collects.at(day)
    if (part) part.count += count
    total += count
  }
  return {
    ...named(days),
    by,
    currencies,
    collects: { total, series: collects.list.map(({ it, ...span }) => ({ ...named(span), ...it })) },
    platform: artist.role === 'owner' ? await ofPlatform(ctx, days) : null,
  }
}

const named = ({ from, to }: Days) => ({ from: dateOf(from), to: dateOf(to) })

function partsOf<T>(spans: readonly Days[], by: Division, make: () => T): Parts<T> {
  const list = spans.map((span) => ({ ...span, it: make() }))
  const byStart = new Map(list.map(({ from, it }) => [startOf(from, by), it]))
  return { list, at: (day) => byStart.get(startOf(day, by)) }
}

async function inCurrency(
  ctx: Ctx,
  account: AccountRow,
  days: Days,
  divided: () => Parts<Figures>,
): Promise<CurrencyStatistics> {
  const parts = divided()
  const totals = noFigures()
  for (const sum of await sumDays(ctx, account, days)) {
    countIn(ctx, totals, sum)
    const part = parts.at(sum.day)
    if (part) countIn(ctx, part, sum)
  }
  const series = parts.list.map(({ it, ...span }) => ({ ...named(span), ...it }))
  return { currency: account.currency, totals, balance: balanceOf(ctx, account), series }
}

async function ofPlatform(ctx: Ctx, days: Days): Promise<PlatformStatistics[]> {
  const found: PlatformStatistics[] = []
  for (const account of accountsOfPlatform(ctx)) {
    const figures = noFigures()
    for (const sum of await sumDays(ctx, account, days)) countIn(ctx, figures, sum)
    const { net, platformFees, processorFees } = figures
    // Sellers' fees are the platform's income. Any other difference is what it paid in sellers' place.
    const fees = -platformFees
    found.push({ currency: account.currency, fees, processorFees, covered: fees - processorFees - net, net })
  }
  return found
}
