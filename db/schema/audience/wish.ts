import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The cassets that people want to collect later (rule: wish-list). */
export const wishes = sqliteTable(
  'wishes',
  {
    userId: text('user_id').notNull(),
    cassetId: text('casset_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Whether they want an email when the price falls. */
    tells: integer({ mode: 'boolean' }).notNull().default(false),
    /** The lowest price that they have seen: when they added it, or in such an email. */
    seenMinor: integer('seen_minor').notNull(),
    /** The hash of the key in the last such email, which ends them without signing in. */
    endKeyHash: text('end_key_hash'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.cassetId] })],
)
