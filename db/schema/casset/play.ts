import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The count that a play adds to: a preview or a whole track, named by its id, the host that it came
 * from, the language of the browser.
 */
const counted = () => text({ enum: ['preview', 'whole', 'source', 'language'] }).notNull()

/** Plays by day, without any trace of the listener. */
export const playDays = sqliteTable(
  'play_days',
  {
    cassetId: text('casset_id').notNull(),
    counted: counted(),
    /** Days since 1970-01-01, in UTC. */
    day: integer().notNull(),
    name: text().notNull(),
    plays: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cassetId, table.counted, table.day, table.name] }),
    index('play_days_by_day').on(table.day),
  ],
)

/** The same of days that are over 90 days old, by the first day of their month. */
export const playMonths = sqliteTable(
  'play_months',
  {
    cassetId: text('casset_id').notNull(),
    counted: counted(),
    day: integer().notNull(),
    name: text().notNull(),
    plays: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.counted, table.day, table.name] })],
)

/** In which twentieth of a preview or a track its plays stopped. */
export const playStops = sqliteTable(
  'play_stops',
  {
    trackId: text('track_id').notNull(),
    counted: counted(),
    part: integer().notNull(),
    plays: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.trackId, table.counted, table.part] })],
)
