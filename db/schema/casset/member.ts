import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Everybody who was invited to a co-casset; its creator is the first. */
export const coMembers = sqliteTable(
  'co_members',
  {
    cassetId: text('casset_id').notNull(),
    artistId: text('artist_id').notNull(),
    position: integer().notNull(),
    invitedAt: integer('invited_at').notNull(),
    /** When they accepted; null while they are only invited. */
    joinedAt: integer('joined_at'),
    /** When they left or declined. */
    leftAt: integer('left_at'),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.artistId] })],
)

/** Proposed splits. They apply once every member has accepted them, until others do. */
export const coSplits = sqliteTable('co_splits', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  proposedBy: text('proposed_by').notNull(),
  createdAt: integer('created_at').notNull(),
  heldAt: integer('held_at'),
  /** When others replaced them, or the proposal was withdrawn. */
  endedAt: integer('ended_at'),
})

/** The part of each artist in splits, in hundredths of a percent, and when they accepted it. */
export const coSplitParts = sqliteTable(
  'co_split_parts',
  {
    splitsId: text('splits_id').notNull(),
    artistId: text('artist_id').notNull(),
    basisPoints: integer('basis_points').notNull(),
    acceptedAt: integer('accepted_at'),
  },
  (table) => [primaryKey({ columns: [table.splitsId, table.artistId] })],
)
