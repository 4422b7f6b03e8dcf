import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const showStates = ['ON', 'SOLD_OUT', 'CALLED_OFF'] as const

/** Concerts of artists (rule: shows). */
export const shows = sqliteTable('shows', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  /** YYYY-MM-DD, as `time` and `doors` by the clocks of the place. */
  day: text().notNull(),
  /** HH:MM; null where only the day is known. */
  time: text(),
  doors: text(),
  zone: text().notNull(),
  venue: text().notNull(),
  town: text().notNull(),
  country: text().notNull(),
  withWhom: text('with_whom'),
  ticketsUrl: text('tickets_url'),
  state: text({ enum: showStates }).notNull(),
  onCard: integer('on_card', { mode: 'boolean' }).notNull(),
  /** The beginning of the day, where there is no hour (ms). */
  startsAt: integer('starts_at').notNull(),
  /** When pages stop showing it (ms). */
  endsAt: integer('ends_at').notNull(),
  createdAt: integer('created_at').notNull(),
  changedAt: integer('changed_at').notNull(),
})
