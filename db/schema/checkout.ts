import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Real money, a test key of Stripe, and the test processor: what is of one mode counts in that mode only. */
export const paymentModes = ['live', 'test-key', 'test'] as const

/** The modes of what is ordered: what is free counts in every mode. */
export const orderModes = [...paymentModes, 'free'] as const

/** Artists who can be paid: their connected account at the processor. */
export const sellerAccounts = sqliteTable(
  'seller_accounts',
  {
    artistId: text('artist_id').notNull(),
    mode: text({ enum: paymentModes }).notNull(),
    accountId: text('account_id').notNull(),
    /** Whether it may be paid now. */
    ready: integer({ mode: 'boolean' }).notNull().default(false),
    /** When it first could be. */
    readyAt: integer('ready_at'),
    /** When the account was closed or disconnected. */
    endedAt: integer('ended_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.artistId, table.mode] })],
)

/** The account that money comes to, by the processor's last answer. */
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

/** Events of the processor, stored unchanged before they are answered. The body goes 30 days after processing. */
export const webhookEvents = sqliteTable('webhook_events', {
  id: text().primaryKey(),
  source: text({ enum: ['platform', 'accounts'] }).notNull(),
  type: text().notNull(),
  body: text().notNull(),
  mode: text({ enum: paymentModes }).notNull().default('live'),
  receivedAt: integer('received_at').notNull(),
  processedAt: integer('processed_at'),
  /** What became of it: it changed a payment, an account or a payout, or was nothing that we listen to. */
  outcome: text({ enum: ['processed', 'ignored'] }),
})

/** Orders: what somebody wants to pay for, at the terms of that moment. Later price changes do not affect it. */
export const orders = sqliteTable('orders', {
  id: text().primaryKey(),
  /**
   * The buyer. The database requires exactly one of account, mail address (`buyer_email`) and agent (`agent_key`); every
   * buyer is an account today, so the type says that there is one.
   */
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  kind: text({ enum: ['casset', 'tip', 'emoji'] }).notNull(),
  emojiId: text('emoji_id'),
  message: text(),
  mode: text({ enum: orderModes }).notNull(),
  /** UNDELIVERED: it was paid, what it is for could not be given, and the payment goes back. */
  state: text({ enum: ['OPEN', 'PAID', 'REPLACED', 'CANCELED', 'UNDELIVERED'] })
    .notNull()
    .default('OPEN'),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  priceMinor: integer('price_minor').notNull(),
  /** What the platform keeps of a sale for somebody else, in hundredths of a percent. */
  feeBasisPoints: integer('fee_basis_points').notNull().default(0),
  /** The account of the artist whom it is sold for; null when the owner of the instance sells. */
  sellerAccountId: text('seller_account_id'),
  referralCode: text('referral_code'),
  paymentIntentId: text('payment_intent_id'),
  createdAt: integer('created_at').notNull(),
  paidAt: integer('paid_at'),
  refusedRefunds: integer('refused_refunds').notNull().default(0),
  /** Of a sale for somebody else: the charge, and the currency it became, once the processor has settled it. */
  chargeId: text('charge_id'),
  settledCurrency: text('settled_currency'),
  /** Where the buyer is (ISO 3166-1): the country that issued the card, and that of the billing address. */
  cardCountry: text('card_country'),
  billingCountry: text('billing_country'),
})

/** What an artist still has to get for an order, or with a negative amount to give back. There is none of nothing. */
export const owedParts = sqliteTable(
  'owed_parts',
  {
    orderId: text('order_id').notNull(),
    artistId: text('artist_id').notNull(),
    currency: text().notNull(),
    mode: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** Whether it has been tried, and waits: for the account, the balance, or a debt to be earned back. */
    isWaiting: integer('is_waiting', { mode: 'boolean' }).notNull().default(false),
    /** How often the processor has refused to move it: each further try needs an idempotency key of its own. */
    refusals: integer().notNull().default(0),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.artistId, table.currency] })],
)

/** Collected cassets, one row per buyer, casset and mode. It entitles in its mode until it has ended. */
export const purchases = sqliteTable('purchases', {
  id: text().primaryKey(),
  /** The database allows null, for a purchase that no account has claimed; there is none yet. */
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  orderId: text('order_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  purchasedAt: integer('purchased_at').notNull(),
  endedAt: integer('ended_at'),
})

/** Small pictures that an artist sells. A withdrawn one stays with its buyers. */
export const emojis = sqliteTable('emojis', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  shortcode: text().notNull(),
  sha256: text().notNull(),
  contentType: text('content_type', { enum: ['image/png', 'image/webp', 'image/gif'] }).notNull(),
  bytes: integer().notNull(),
  priceMinor: integer('price_minor').notNull(),
  createdAt: integer('created_at').notNull(),
  withdrawnAt: integer('withdrawn_at'),
  assetId: text('asset_id'),
})

/** Bought emoji, one row per buyer, emoji and mode. */
export const emojiPurchases = sqliteTable('emoji_purchases', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  emojiId: text('emoji_id').notNull(),
  orderId: text('order_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  purchasedAt: integer('purchased_at').notNull(),
  endedAt: integer('ended_at'),
})

/** Paid tips; amount and message are in their orders. */
export const tips = sqliteTable('tips', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  orderId: text('order_id').notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  tippedAt: integer('tipped_at').notNull(),
  endedAt: integer('ended_at'),
})

/** Payments that their payers have completed and that have not arrived: by a bank debit, or a voucher to be paid. */
export const waitingPayments = sqliteTable('waiting_payments', {
  orderId: text('order_id').primaryKey(),
  since: integer().notNull(),
})
