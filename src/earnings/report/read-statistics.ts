import { type Accounts, accountsOfArtist, accountsOfPlatform, balanceOf } from '../../books/ledger/account-entries.ts'
import {
  readAllWaiting,
  readOwed,
  readPools,
  readWaiting,
  type WaitingSum,
  waitingIn,
} from '../../books/ledger/read-owed.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Days, type Division, dateOf, divideDays, startOf } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { countCollects } from './count-collects.ts'
import { sumDays } from './day-sums.ts'
import { countIn, noFigures } from './figures.ts'
import type { CurrencyStatistics, Figures, PlatformStatistics, Statistics } from './model.ts'

const maxParts = 3_660

/** The parts of a span with any movement, found by any of their days. */
type Parts<T> = { list: (Days & { it: T })[]; at(day: number): T | undefined }

/** Throws VALIDATION when there are too many parts. */
export async function readStatistics(ctx: Ctx, artist: Viewer, days: Days, by: Division): Promise<Statistics> {
  const spans = divideDays(days, by, maxParts)
  if (!spans)
    throw invalid(
      'from',
      say(
        '{by, select, day {These dates are more than {parts} days apart.} week {These dates are more than {parts} weeks apart.} other {These dates are more than {parts} months apart.}}',
        { by, parts: maxParts },
      ),
      say('Ask for weeks or months.'),
    )
  const currencies: CurrencyStatistics[] = []
  const waiting = readWaiting(ctx, artist.artistId, ctx.config.paymentMode)
  for (const accounts of accountsOfArtist(ctx, artist.artistId)) {
    currencies.push(await inCurrency(ctx, accounts, waiting, days, () => partsOf(spans, by, noFigures)))
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
  accounts: Accounts,
  waiting: readonly WaitingSum[],
  days: Days,
  divided: () => Parts<Figures>,
): Promise<CurrencyStatistics> {
  const parts = divided()
  const totals = noFigures()
  for (const sum of await sumDays(ctx, accounts, days)) {
    countIn(ctx, totals, sum)
    const part = parts.at(sum.day)
    if (part) countIn(ctx, part, sum)
  }
  const series = parts.list.map(({ it, ...span }) => ({ ...named(span), ...it }))
  const { currency, own, owed } = accounts
  const now = { balance: balanceOf(ctx, own), owed: balanceOf(ctx, owed), waiting: waitingIn(waiting, currency) }
  return { currency, totals, ...now, series }
}

async function ofPlatform(ctx: Ctx, days: Days): Promise<PlatformStatistics[]> {
  const fees = new Map<string, number>()
  for (const accounts of accountsOfPlatform(ctx)) {
    const figures = noFigures()
    for (const sum of await sumDays(ctx, accounts, days)) countIn(ctx, figures, sum)
    fees.set(accounts.currency, 0 - figures.platformFees)
  }
  const state = new Map(readOwed(ctx).map((owed) => [owed.currency, owed]))
  const waiting = readAllWaiting(ctx)
  const pools = new Map(readPools(ctx).map(({ currency, amount }) => [currency, amount]))
  return [...new Set([...fees.keys(), ...state.keys(), ...pools.keys()])].sort().map((currency) => {
    const { held = 0, debts = 0 } = state.get(currency) ?? {}
    const now = { held, waiting: waitingIn(waiting, currency), debts, pools: pools.get(currency) ?? 0 }
    return { currency, fees: fees.get(currency) ?? 0, ...now }
  })
}
