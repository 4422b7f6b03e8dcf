import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { ledgerAccounts, ledgerBalances } from '../../../db/schema/money/ledger.ts'
import { owedParts } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'

/** What the platform owes artists, and what others owe it, in one currency. Both are positive. */
export type Owed = { currency: string; held: number; debts: number }

const { artistId, currency, mode, amountMinor } = owedParts
const amount = sql<number>`sum(${amountMinor})`

/** Returns what the platform owes its artists now, and what they owe it, by currency. */
export function readOwed({ db, config }: Ctx): Owed[] {
  const total = sql<number>`sum(${amountMinor})`.as('total')
  const each = db
    .select({ artistId, currency, total })
    .from(owedParts)
    .where(eq(mode, config.paymentMode))
    .groupBy(artistId, currency)
    .as('each_artist')
  const held = sql<number>`sum(max(${each.total}, 0))`
  const debts = sql<number>`sum(max(-${each.total}, 0))`
  return db
    .select({ currency: each.currency, held, debts })
    .from(each)
    .groupBy(each.currency)
    .orderBy(asc(each.currency))
    .all()
}

/** Prize money held in one currency. */
export type Pool = { currency: string; amount: number }

/** Returns the prize money of drops held now, by currency. */
export function readPools({ db, config }: Ctx): Pool[] {
  const { id, kind, artistId, currency, mode } = ledgerAccounts
  const amount = sql<number>`sum(${ledgerBalances.amountMinor})`
  return db
    .select({ currency, amount })
    .from(ledgerAccounts)
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, id))
    .where(and(eq(kind, 'PRIZE_POOL'), isNull(artistId), eq(mode, config.paymentMode)))
    .groupBy(currency)
    .having(ne(amount, 0))
    .all()
}

/** Returns what the platform owes an artist in a mode; a negative amount is what they owe it. */
export const readOwedTo = ({ db }: Ctx, artist: string, inMode: string) =>
  db
    .select({ currency, amount })
    .from(owedParts)
    .where(and(eq(artistId, artist), eq(mode, inMode)))
    .groupBy(currency)
    .having(ne(amount, 0))
    .orderBy(asc(currency))
    .all()
