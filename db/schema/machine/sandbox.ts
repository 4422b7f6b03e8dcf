import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Credentials for the sandbox reads. Only the hash of the secret is kept. */
export const sandboxCredentials = sqliteTable('sandbox_credentials', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  name: text().notNull(),
  secretHash: text('secret_hash').notNull(),
  createdAt: integer('created_at').notNull(),
})
