import { setImmediate } from 'node:timers/promises'
import { and, between, eq, inArray, max, min, notInArray, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerDays } from '../../../db/schema/books/ledger.ts'
import type { Accounts } from '../../books/ledger/account-entries.ts'
import type { Ctx } from '../../context.ts'
import type { Days } from '../../lib/time/calendar.ts'

const { placeholder } = sql

export type DaySum = { day: number; heading: string; amountMinor: number }

const { accountId, day, heading, amountMinor } = ledgerDays

// Between the accounts of one artist a transfer moves nothing.
const sums = prepared((db) =>
  db
    .select({ day, heading, amountMinor: sql<number>`sum(${amountMinor})` })
    .from(ledgerDays)
    .where(
      and(
        inArray(accountId, [placeholder('own'), placeholder('owed')]),
        between(day, placeholder('from'), placeholder('to')),
        notInArray(heading, ['TRANSFER', 'TRANSFER_REVERSAL']),
      ),
    )
    .groupBy(day, heading),
)

/** A year and a half of every day takes 3 ms. */
const daysAtOnce = 500

/** Returns what accounts got (positive) and gave, by day and kind of goods or of posting. */
export async function sumDays(ctx: Ctx, { own, owed }: Accounts, days: Days): Promise<DaySum[]> {
  const found: DaySum[] = []
  const known = daysOf(ctx, { own, owed })
  const [first, last] = [Math.max(days.from, known.from), Math.min(days.to, known.to)]
  for (let from = first; from <= last; from += daysAtOnce) {
    if (from > first) await setImmediate()
    found.push(...sums(ctx.db).all({ own, owed, from, to: Math.min(from + daysAtOnce - 1, last) }))
  }
  return found
}

// One look-up at each end: asked for both at once, SQLite reads every day between them.
const earliest = prepared((db) =>
  db
    .select({ day: min(day) })
    .from(ledgerDays)
    .where(eq(accountId, placeholder('account'))),
)
const latest = prepared((db) =>
  db
    .select({ day: max(day) })
    .from(ledgerDays)
    .where(eq(accountId, placeholder('account'))),
)

/** Returns the first and last day on which accounts moved; an empty range for none. */
export function daysOf({ db }: Ctx, { own, owed }: Omit<Accounts, 'currency'>): Days {
  const each = [own, owed].flatMap((account) => {
    const from = earliest(db).get({ account })?.day
    const to = latest(db).get({ account })?.day
    return from == null || to == null ? [] : [{ from, to }]
  })
  return { from: Math.min(...each.map(({ from }) => from)), to: Math.max(...each.map(({ to }) => to)) }
}
