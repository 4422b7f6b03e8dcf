import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Real money, a test key of Stripe, and the test processor: payments count in their own mode only.
 */
export const paymentModes = ['live', 'test-key', 'test'] as const

/** The modes of orders: free orders count in every mode. */
export const orderModes = [...paymentModes, 'free'] as const

/** The account that receives money, by the processor's last answer. */
export const platformAccounts = sqliteTable('platform_accounts', {
  mode: text().primaryKey(),
  currency: text().notNull(),
  askedAt: integer('asked_at').notNull(),
})

/** Webhook endpoints registered at the processor, with the secrets that sign their events. */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text().primaryKey(),
  mode: text({ enum: paymentModes }).notNull(),
  source: text({ enum: ['platform', 'accounts'] }).notNull(),
  secret: text().notNull(),
  createdAt: integer('created_at').notNull(),
})

/**
 * Events of the processor, stored unchanged before they are answered. The body goes 30 days after
 * processing.
 */
export const webhookEvents = sqliteTable('webhook_events', {
  id: text().primaryKey(),
  source: text({ enum: ['platform', 'accounts'] }).notNull(),
  type: text().notNull(),
  body: text().notNull(),
  mode: text({ enum: paymentModes }).notNull().default('live'),
  receivedAt: integer('received_at').notNull(),
  processedAt: integer('processed_at'),
  /** The result: it changed a payment, an account or a payout, or was nothing that we handle. */
  outcome: text({ enum: ['processed', 'ignored'] }),
})
