import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The states of a letter, in their order: it is written, waits for its hour, its readers are
 * gathered, it is sent, and it has been sent or was stopped.
 */
export const letterStates = ['DRAFT', 'SCHEDULED', 'GATHERING', 'SENDING', 'SENT', 'STOPPED'] as const

/** Why somebody gets a letter. */
export const letterReasons = ['LIST', 'COLLECTOR', 'FOLLOWER'] as const

const count = (name: string) => integer(name).notNull().default(0)

/** Letters: what an artist writes to many at once. */
export const letters = sqliteTable('letters', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  state: text({ enum: letterStates }).notNull(),
  subject: text().notNull(),
  /** Markdown. */
  body: text().notNull(),
  assetId: text('asset_id'),
  assetAlt: text('asset_alt').notNull(),
  toList: integer('to_list', { mode: 'boolean' }).notNull(),
  toFollowers: integer('to_followers', { mode: 'boolean' }).notNull(),
  /** The casset whose collectors get it, as far as they are on the mailing list. */
  toCollectorsOf: text('to_collectors_of'),
  isPublic: integer('is_public', { mode: 'boolean' }).notNull(),
  /** The last part of the address of its page, once it has one. */
  word: text(),
  revision: integer().notNull(),
  sendAt: integer('send_at'),
  /** The time zone in which its artist chose `sendAt`. */
  zone: text(),
  createdAt: integer('created_at').notNull(),
  changedAt: integer('changed_at').notNull(),
  begunAt: integer('begun_at'),
  endedAt: integer('ended_at'),
  problem: text(),
  recipients: count('recipients'),
  sent: count('sent'),
  /** Those of `sent` of which the mail server's answer was lost (rule: letter-once). */
  unsure: count('unsure'),
  failed: count('failed'),
  /** Recipients who left before it was sent to them. */
  skipped: count('skipped'),
  unsubscribed: count('unsubscribed'),
  complaints: count('complaints'),
  /** Orders that came by a link in it and were paid. Kept by a trigger of `orders`. */
  collects: count('collects'),
})

/** Everybody who was sent letters by an artist, and whether they ended that. */
export const letterReaders = sqliteTable('letter_readers', {
  id: integer().primaryKey(),
  artistId: text('artist_id').notNull(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
  endedAt: integer('ended_at'),
})

/** Each reader of a letter once. */
export const letterRecipients = sqliteTable(
  'letter_recipients',
  {
    letterId: text('letter_id').notNull(),
    readerId: integer('reader_id').notNull(),
    reason: text({ enum: letterReasons }).notNull(),
    /** ASKED: the mail server was given all of it, and its answer is not known yet. */
    state: text({ enum: ['WAITING', 'ASKED', 'SENT', 'FAILED', 'SKIPPED'] }).notNull(),
    tries: count('tries'),
    /** It is not tried before. */
    retryAt: count('retry_at'),
    problem: text(),
  },
  (table) => [primaryKey({ columns: [table.letterId, table.readerId] })],
)

/** Accounts that let the artists whom they follow write to them. */
export const letterFollowers = sqliteTable('letter_followers', {
  userId: text('user_id').primaryKey(),
  allowedAt: integer('allowed_at').notNull(),
})

/** Orders under way that came by a link in a letter. Once paid only the number is left. */
export const letterOrders = sqliteTable('letter_orders', {
  orderId: text('order_id').primaryKey(),
  letterId: text('letter_id').notNull(),
  createdAt: integer('created_at').notNull(),
})
