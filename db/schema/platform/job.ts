import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Jobs: work that must happen, kept until it is done. */
export const jobs = sqliteTable('jobs', {
  id: text().primaryKey(),
  kind: text().notNull(),
  payload: text().notNull(),
  uniqueKey: text('unique_key'),
  state: text({ enum: ['READY', 'RUNNING', 'FAILED'] })
    .notNull()
    .default('READY'),
  runAt: integer('run_at').notNull(),
  /** When `runAt` was decided. */
  setAt: integer('set_at').notNull().default(0),
  attempts: integer().notNull().default(0),
  takenBy: text('taken_by'),
  takenAt: integer('taken_at'),
  leaseUntil: integer('lease_until'),
  problem: text(),
  createdAt: integer('created_at').notNull(),
  lane: text(),
  /** How often the process ended while it ran, since its last completed attempt. */
  kills: integer().notNull().default(0),
})
