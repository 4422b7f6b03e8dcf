import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const on = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(true)

/** What a person has unread, and what they want to be told. Without a row: nothing, and everything. */
export const notificationBoxes = sqliteTable('notification_boxes', {
  userId: text('user_id').primaryKey(),
  /** The position of the newest notification. */
  lastPosition: integer('last_position').notNull().default(0),
  /** Everything up to this position is read. */
  readTo: integer('read_to').notNull().default(0),
  unread: integer().notNull().default(0),
  collects: on('collects'),
  shares: on('shares'),
  comments: on('comments'),
  dropJoins: on('drop_joins'),
  rewards: on('rewards'),
  /** Whether gathered letters are sent. */
  gathersMail: on('gathers_mail'),
  unsubscribeKey: text('unsubscribe_key'),
})

/** What people were told, each event once a person. */
export const notifications = sqliteTable('notifications', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  position: integer().notNull(),
  eventKey: text('event_key').notNull(),
  kind: text().notNull(),
  /** The artist who did it; null when nobody is named, or the artist is gone. */
  actorId: text('actor_id'),
  details: text({ mode: 'json' }).$type<unknown>().notNull(),
  /** The gathered letter that tells of it. */
  letter: text({ enum: ['sales', 'money', 'news'] }),
  createdAt: integer('created_at').notNull(),
  /** When it was read by itself; see also `readTo` of the box. */
  readAt: integer('read_at'),
})

/** How far gathered letters have told of notifications. */
export const notificationLetters = sqliteTable(
  'notification_letters',
  {
    userId: text('user_id').notNull(),
    letter: text({ enum: ['sales', 'money', 'news'] }).notNull(),
    toldTo: integer('told_to').notNull(),
    toldAt: integer('told_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.letter] })],
)

/** Browsers to which notifications are pushed. */
export const pushSubscriptions = sqliteTable('push_subscriptions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at').notNull(),
  /** When the browser last said that it is still there. */
  confirmedAt: integer('confirmed_at').notNull(),
  /** The position of the newest notification that was pushed there. */
  pushedTo: integer('pushed_to').notNull(),
  /** The push service wants nothing before. */
  restsUntil: integer('rests_until').notNull().default(0),
  deliveredAt: integer('delivered_at'),
})
