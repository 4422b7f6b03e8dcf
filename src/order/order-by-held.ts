import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Returns the SQL order that picks one person's row of a thing for an order: its own first, then
 * one that has not ended. There may be a paid and a free one, when the free one was taken in
 * another mode.
 */
export const orderByHeld = (row: { orderId: SQLWrapper; endedAt: SQLWrapper }, orderId: unknown): SQL =>
  sql`(${row.orderId} = ${orderId}) DESC, (${row.endedAt} IS NULL) DESC`
