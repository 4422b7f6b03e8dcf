import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

/** Orders: what somebody wants to pay for, at the terms of that moment. Later price changes do not affect it. */
export const orders = sqliteTable('orders', {
  id: text().primaryKey(),
  /**
   * The buyer. The database requires exactly one of account, email address (of a guest, empty once it is forgotten) and
   * agent: what it calls itself, empty when it says nothing.
   */
  userId: text('user_id'),
  buyerEmail: text('buyer_email'),
  agentKey: text('agent_key'),
  cassetId: text('casset_id').notNull(),
  kind: text({ enum: ['casset', 'tip', 'emoji', 'prize', 'license'] }).notNull(),
  emojiId: text('emoji_id'),
  /** The drop that a prize is paid into. */
  campaignId: text('campaign_id'),
  /** Of a license: the quote that it was ordered by, which is deleted after a while. */
  quoteId: text('quote_id'),
  /** Of a license: what is licensed and for what, as its buyer and its artist read it. */
  subject: text(),
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
  /** The account of the artist whom it is sold for; null when the owner of the instance sells, or several artists. */
  sellerAccountId: text('seller_account_id'),
  referralCode: text('referral_code'),
  paymentIntentId: text('payment_intent_id'),
  /** Where the receipt of an agent goes. */
  receiptEmail: text('receipt_email'),
  createdAt: integer('created_at').notNull(),
  paidAt: integer('paid_at'),
  refusedRefunds: integer('refused_refunds').notNull().default(0),
  /** Of a sale for somebody else: the charge, and the currency it became, once the processor has settled it. */
  chargeId: text('charge_id'),
  settledCurrency: text('settled_currency'),
  /** Where the buyer is (ISO 3166-1): the country that issued the card, and that of the billing address. */
  cardCountry: text('card_country'),
  billingCountry: text('billing_country'),
  /** Whether it is sold for several artists: `order_parts` says for whom. */
  isShared: integer('is_shared', { mode: 'boolean' }).notNull().default(false),
})

/** What was paid for a casset, its tips and its emoji, and not into its drops. The database sums it itself. */
export const soldSums = sqliteTable(
  'sold_sums',
  {
    cassetId: text('casset_id').notNull(),
    mode: text({ enum: orderModes }).notNull(),
    currency: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.mode, table.currency] })],
)
