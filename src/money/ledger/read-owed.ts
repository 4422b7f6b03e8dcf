import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerBalances } from '../../../db/schema/money/ledger.ts'
import { owedParts } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'

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

/** Returns what the platform owes its artists now, and what they owe it, by currency. */
export const readOwed = ({ db, config }: Ctx): Owed[] => owed(db).all({ mode: config.paymentMode })

/** Prize money held in one currency. */
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

/** Returns the prize money of drops held now, by currency. */
export const readPools = ({ db, config }: Ctx): Pool[] => pools(db).all({ mode: config.paymentMode })

const owedTo = prepared((db) =>
  db
    .select({ currency, amount })
    .from(owedParts)
    .where(and(eq(artistId, placeholder('artistId')), eq(mode, placeholder('mode'))))
    .groupBy(currency)
    .having(ne(amount, 0))
    .orderBy(asc(currency)),
)

/** Returns what the platform owes an artist in a mode; a negative amount is what they owe it. */
export const readOwedTo = ({ db }: Ctx, artistId: string, mode: string) => owedTo(db).all({ artistId, mode })
