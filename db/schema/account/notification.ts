import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const on = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(true)

/** A person's unread count and switches. Without a row: nothing unread, and everything on. */
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
  /** Whether digests are sent. */
  gathersMail: on('gathers_mail'),
  unsubscribeKey: text('unsubscribe_key'),
})

/** Notifications, each event once a person. */
export const notifications = sqliteTable('notifications', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  position: integer().notNull(),
  eventKey: text('event_key').notNull(),
  kind: text().notNull(),
  /** The artist who caused it; null when nobody is named, or the artist is gone. */
  actorId: text('actor_id'),
  details: text({ mode: 'json' }).$type<unknown>().notNull(),
  /** The digest that includes it. */
  digest: text({ enum: ['sales', 'money', 'news'] }),
  createdAt: integer('created_at').notNull(),
  /** When it was read by itself; see also `readTo` of the box. */
  readAt: integer('read_at'),
})

/** How far digests have covered notifications. */
export const notificationDigests = sqliteTable(
  'notification_digests',
  {
    userId: text('user_id').notNull(),
    digest: text({ enum: ['sales', 'money', 'news'] }).notNull(),
    toldTo: integer('told_to').notNull(),
    toldAt: integer('told_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
)

/** Browsers that receive pushes. */
export const pushSubscriptions = sqliteTable('push_subscriptions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at').notNull(),
  /** When the browser last confirmed that it still exists. */
  confirmedAt: integer('confirmed_at').notNull(),
  /** The position of the newest notification that was pushed there. */
  pushedTo: integer('pushed_to').notNull(),
  /** The push service accepts nothing before. */
  restsUntil: integer('rests_until').notNull().default(0),
  deliveredAt: integer('delivered_at'),
})
