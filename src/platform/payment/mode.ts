import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { sellerAccounts } from '../../../db/schema/books/seller.ts'
import type { orders } from '../../../db/schema/order/order.ts'

/** The kind of money: real, that of a test key of Stripe, or the test processor's. */
export type PaymentMode = (typeof sellerAccounts.$inferSelect)['mode']

export type OrderMode = (typeof orders.$inferSelect)['mode']

export const isTestMoney = (mode: OrderMode): boolean => mode === 'test' || mode === 'test-key'

type Setting = { readonly payments: 'stripe' | 'test' | 'off'; readonly secretKey: string | undefined }

export const isLiveKey = (key: string): boolean => key.split('_')[1] === 'live'

/**
 * Returns the mode whose payments count (rule: modes). While payments are off it is that of real
 * money: what was sold stays sold.
 */
export function modeOf({ payments, secretKey }: Setting): PaymentMode {
  if (payments === 'test') return 'test'
  return payments === 'off' || secretKey === undefined || isLiveKey(secretKey) ? 'live' : 'test-key'
}

/** Whether orders of a mode count now: in the present mode, or free. */
export const doesCount = ({ config }: { config: { paymentMode: PaymentMode } }, mode: OrderMode): boolean =>
  mode === 'free' || mode === config.paymentMode

/**
 * Returns the SQL condition that a row counts in a mode: it is of that mode, or free. `mode` is the
 * row's column, `present` the mode or its parameter. The plus keeps SQLite from searching an index
 * once for each of both, which costs twice as much as looking at the mode of the few rows that are
 * found.
 */
export const whereCounted = (mode: SQLWrapper, present: unknown): SQL => sql`+${mode} IN (${present}, 'free')`
