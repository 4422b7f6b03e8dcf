import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * How the hour of a preorder moved: the hour that was promised at an order is the one before the
 * first move after it (rule: preorder-moves).
 */
export const openingMoves = sqliteTable('opening_moves', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  movedAt: integer('moved_at').notNull(),
  fromAt: integer('from_at').notNull(),
  toAt: integer('to_at').notNull(),
})
