import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Order } from './order.ts'
import type { PurchaseStatus } from './read-payment.ts'

/** A row that says somebody holds a thing, whether or not it has ended. */
export type Held = {
  id: string
  orderId: string
  mode: Order['mode']
  status: PurchaseStatus['status']
  purchasedAt: number
  endedAt: number | null
}

/**
 * Where one kind of goods is stored, one row for each buyer. `find` searches the present mode and
 * free purchases.
 */
export type Holdings = {
  find(): Held | undefined
  add(held: Held): void
  change(id: string, values: Partial<Held>): void
}

/**
 * Returns the SQL order that picks one person's row of a thing for an order: its own first, then
 * one that has not ended. There may be a paid and a free one, when the free one was taken in
 * another mode.
 */
export const orderByHeld = (row: { orderId: SQLWrapper; endedAt: SQLWrapper }, orderId: unknown): SQL =>
  sql`(${row.orderId} = ${orderId}) DESC, (${row.endedAt} IS NULL) DESC`
