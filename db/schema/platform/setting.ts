import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Every change of a setting at the desk; the newest one of a name is in force. */
export const settingChanges = sqliteTable('setting_changes', {
  id: text().primaryKey(),
  /** The environment variable of the same name, which wins. */
  name: text().notNull(),
  /** Null when it is unset, and for a secret. */
  value: text(),
  isSet: integer('is_set', { mode: 'boolean' }).notNull(),
  userId: text('user_id'),
  changedAt: integer('changed_at').notNull(),
  /** The value of a secret, sealed by the key of the site; null once it was replaced. */
  sealed: text(),
  /** Whether it was unset because nobody could open it any more. */
  isForgotten: integer('is_forgotten', { mode: 'boolean' }).notNull().default(false),
})
