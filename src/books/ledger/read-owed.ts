import { and, asc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerBalances } from '../../../db/schema/books/ledger.ts'
import { type callBacks, owedParts } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import type { Sum } from '../../lib/money/money.ts'
import { promisesOf } from '../../platform/promised.ts'

const { placeholder } = sql

/** The platform's debts to artists and others' debts to it, in one currency. Both are positive. */
export type Owed = { currency: string; held: number; debts: number }

const { artistId, currency, mode, amountMinor } = owedParts
const amount = sql<number>`sum(${amountMinor})`

const owed = prepared((db) => {
  const total = sql<number>`sum(${amountMinor})`.as('total')
  const each = db
    .select({ artistId, currency, total })
    .from(owedParts)
    .where(eq(mode, placeholder('mode')))
    .groupBy(artistId, currency)
    .as('each_artist')
  const held = sql<number>`sum(max(${each.total}, 0))`
  const debts = sql<number>`sum(max(-${each.total}, 0))`
  return db
    .select({ currency: each.currency, held, debts })
    .from(each)
    .groupBy(each.currency)
    .orderBy(asc(each.currency))
})

export const readOwed = ({ db, config }: Ctx): Owed[] => owed(db).all({ mode: config.paymentMode })

export type Pool = { currency: string; amount: number }

const pools = prepared((db) => {
  const { id, kind, artistId, currency, mode } = ledgerAccounts
  const amount = sql<number>`sum(${ledgerBalances.amountMinor})`
  return db
    .select({ currency, amount })
    .from(ledgerAccounts)
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, id))
    .where(and(eq(kind, 'PRIZE_POOL'), isNull(artistId), eq(mode, placeholder('mode'))))
    .groupBy(currency)
    .having(ne(amount, 0))
})

export const readPools = ({ db, config }: Ctx): Pool[] => pools(db).all({ mode: config.paymentMode })

const owedTo = prepared((db) =>
  db
    .select({ currency, amount })
    .from(owedParts)
    .where(and(eq(artistId, placeholder('artistId')), eq(mode, placeholder('mode'))))
    .groupBy(currency),
)

/**
 * Returns what an artist is owed in a mode: what the books owe them, and what is promised and not
 * yet posted; negative where they owe.
 */
export function readOwedTo(ctx: Ctx, artistId: string, mode: string): Sum[] {
  const promised = promisesOf(ctx).flatMap(({ owed }) => owed?.(ctx, artistId, mode) ?? [])
  const all = [...owedTo(ctx.db).all({ artistId, mode }), ...promised]
  return [...Map.groupBy(all, (sum) => sum.currency)]
    .map(([currency, sums]) => ({ currency, amount: sums.reduce((total, sum) => total + sum.amount, 0) }))
    .filter((sum) => sum.amount !== 0)
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

const { waitsFor, changedAt } = owedParts
const isOfMode = eq(mode, placeholder('mode'))

const waiting = prepared((db) =>
  db
    .select({ currency, amount, waitsFor })
    .from(owedParts)
    .where(
      and(
        eq(artistId, placeholder('artistId')),
        isOfMode,
        isNotNull(waitsFor),
        gt(amountMinor, 0),
        lt(changedAt, placeholder('until')),
      ),
    )
    .groupBy(currency, waitsFor)
    .orderBy(asc(currency), asc(waitsFor)),
)

const allWaiting = prepared((db) =>
  db
    .select({ currency, amount, waitsFor })
    .from(owedParts)
    .where(and(isNotNull(waitsFor), gt(amountMinor, 0), isOfMode))
    .groupBy(currency, waitsFor)
    .orderBy(asc(currency), asc(waitsFor)),
)

/** Money of artists that waits, and the promise to its payers for which it does. */
export type WaitingSum = { currency: string; amount: number; waitsFor: (typeof callBacks)[number] }

const named = (sums: readonly (Omit<WaitingSum, 'waitsFor'> & { waitsFor: WaitingSum['waitsFor'] | null })[]) =>
  sums.flatMap(({ waitsFor, ...sum }): WaitingSum[] => (waitsFor === null ? [] : [{ ...sum, waitsFor }]))

/**
 * Returns what the platform owes an artist in a mode and does not send yet, as its payers may still
 * have it back (rule: money-called-back); of sums that have stood since before `until` (ms).
 */
export const readWaiting = (
  { db }: Ctx,
  artistId: string,
  mode: string,
  until = Number.MAX_SAFE_INTEGER,
): WaitingSum[] => named(waiting(db).all({ artistId, mode, until }))

/** Returns the same of all artists together, in the present mode. */
export const readAllWaiting = ({ db, config }: Ctx): WaitingSum[] =>
  named(allWaiting(db).all({ mode: config.paymentMode }))

export const waitingIn = (sums: readonly WaitingSum[], currency: string): Omit<WaitingSum, 'currency'>[] =>
  sums.flatMap(({ currency: its, ...sum }) => (its === currency ? [sum] : []))
