import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Listening parties of tapes, of which one at a time has not ended (rule: listening-parties). */
export const parties = sqliteTable('parties', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  startsAt: integer('starts_at').notNull(),
  zone: text().notNull(),
  /** Whether those who ordered a preorder hear what is not open yet. */
  opensTracks: integer('opens_tracks', { mode: 'boolean' }).notNull(),
  announcedAt: integer('announced_at').notNull(),
  moves: integer().notNull().default(0),
  begunAt: integer('begun_at'),
  /** When the record would have begun to be where it is now without a pause or a jump (ms). */
  recordFrom: integer('record_from'),
  /** Whether its artist has been there since it began. */
  hostCame: integer('host_came', { mode: 'boolean' }).notNull().default(false),
  endedAt: integer('ended_at'),
  ending: text({ enum: ['over', 'ended', 'calledOff', 'hidden', 'missed'] }),
  /** How many said that they will be there. */
  guests: integer().notNull().default(0),
})

/** Keys of browsers that said so, hashed; they tell nobody whose they are (rule: party-guests). */
export const partyGuests = sqliteTable(
  'party_guests',
  {
    partyId: text('party_id').notNull(),
    keyHash: text('key_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.keyHash] })],
)
