import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Hook Objects: one a track, made and removed with it by the database. Triggers keep `likes`. */
export const hooks = sqliteTable('hooks', {
  id: text().primaryKey(),
  trackId: text('track_id').notNull(),
  likes: integer().notNull().default(0),
})

export const hookLikes = sqliteTable(
  'hook_likes',
  {
    hookId: text('hook_id').notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hookId, table.userId] })],
)
