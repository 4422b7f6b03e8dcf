import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { languages } from '../platform/mail.ts'
import { orderModes } from '../platform/payment.ts'

/**
 * Orders: what somebody wants to pay for, at the terms of that moment. Later price changes do not
 * affect it.
 */
export const orders = sqliteTable('orders', {
  id: text().primaryKey(),
  /**
   * The payer. The database requires exactly one of account, email address (of a guest, empty once
   * it is forgotten) and agent: its own name, empty without one.
   */
  userId: text('user_id'),
  buyerEmail: text('buyer_email'),
  /** The language of the page on which it was ordered, for emails to a guest. */
  language: text({ enum: languages }),
  agentKey: text('agent_key'),
  /**
   * The account that holds the goods: the payer's own, or the one that claimed a guest's purchase.
   * Null for an unclaimed purchase of a guest, for an agent's, and for a gift, whose receiver is
   * in `gifts`.
   */
  holderId: text('holder_id'),
  cassetId: text('casset_id').notNull(),
  kind: text({
    enum: ['casset', 'single', 'everything', 'gift', 'tip', 'emoji', 'prize', 'license', 'support'],
  }).notNull(),
  /**
   * The thing where a casset has several of its kind: an emoji, a drop, the first of some tracks,
   * or a quote, which is deleted after a while.
   */
  thingId: text('thing_id'),
  /**
   * The name of the thing when it was ordered: a shortcode, the title of a track, the number
   * of several tracks or cassets, or the subject and use of a license.
   */
  subject: text(),
  /**
   * Whether the artists of the casset sell it. A contribution to the prize of a drop is no sale.
   */
  isSale: integer('is_sale', { mode: 'boolean' }).notNull().default(true),
  message: text(),
  mode: text({ enum: orderModes }).notNull(),
  /** UNDELIVERED: it was paid, could not be delivered, and the payment is refunded. */
  state: text({ enum: ['OPEN', 'PAID', 'REPLACED', 'CANCELED', 'UNDELIVERED'] })
    .notNull()
    .default('OPEN'),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  priceMinor: integer('price_minor').notNull(),
  /** The platform's percent of a sale for somebody else, in hundredths of a percent. */
  feeBasisPoints: integer('fee_basis_points').notNull().default(0),
  /**
   * The account of the artist who sells it; null when the owner of the instance sells, or several
   * artists.
   */
  sellerAccountId: text('seller_account_id'),
  referralCode: text('referral_code'),
  paymentIntentId: text('payment_intent_id'),
  /** The address for the receipt of an agent. */
  receiptEmail: text('receipt_email'),
  createdAt: integer('created_at').notNull(),
  paidAt: integer('paid_at'),
  refusedRefunds: integer('refused_refunds').notNull().default(0),
  /**
   * For a sale for somebody else: the charge, and its settlement currency, once the processor has
   * settled it.
   */
  chargeId: text('charge_id'),
  settledCurrency: text('settled_currency'),
  /**
   * Where the buyer is (ISO 3166-1): the country that issued the card, and that of the billing
   * address.
   */
  cardCountry: text('card_country'),
  billingCountry: text('billing_country'),
  /** Whether several artists sell it: `order_parts` has them. */
  isShared: integer('is_shared', { mode: 'boolean' }).notNull().default(false),
  /** The code that reduced its price, and its word at that time. */
  discountId: text('discount_id'),
  discountCode: text('discount_code'),
  /** The sum that was taken off the price because the buyer had paid for tracks of the casset. */
  creditMinor: integer('credit_minor').notNull().default(0),
  /**
   * The VAT within the amount when it was paid: the country, its rate in hundredths of a percent,
   * and the minor units. Null where prices included none.
   */
  vatCountry: text('vat_country'),
  vatBasisPoints: integer('vat_basis_points'),
  vatMinor: integer('vat_minor'),
  /**
   * The payer's right to withdraw (rule: withdrawal). `waived`: it ends with delivery, as they
   * agreed and a mail server took the confirmation. `offered`: they have fourteen days, until a
   * download. Null where nothing was said.
   */
  withdrawal: text({ enum: ['waived', 'offered'] }),
  /** Whether they agreed, when they ordered, that delivery begins at once. */
  agrees: integer({ mode: 'boolean' }).notNull().default(false),
  /** When it was first downloaded, where that ended the right. */
  downloadedAt: integer('downloaded_at'),
  /** When its payer gave it back. */
  withdrawnAt: integer('withdrawn_at'),
  /** How often its payment was told of changes: a copy that was restored has a lower number. */
  told: integer().notNull().default(0),
})

/** An order as it is stored. */
export type Order = typeof orders.$inferSelect

/**
 * The account of an order's receipt, emails and buyer, like `accountOfOrder` and the index
 * `orders_by_account`.
 */
export const orderAccount = sql`coalesce(${orders.userId}, ${orders.holderId})`

/** The payments for a casset, its tips and its emoji, not for its drops. Kept by triggers. */
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

/**
 * Secret links of orders. `open` shows a guest what they bought; `claim` puts it into the library
 * of an account, and `gift` does so with a gift, or gives it to somebody without an account, who
 * has it by `taken`. `license` shows its holder a license. `rest` opens nothing: a browser keeps
 * its secret, by which the rest costs the difference.
 */
export const guestLinks = sqliteTable('guest_links', {
  tokenHash: text('token_hash').primaryKey(),
  orderId: text('order_id').notNull(),
  purpose: text({ enum: ['open', 'claim', 'gift', 'taken', 'license', 'rest'] }).notNull(),
  createdAt: integer('created_at').notNull(),
})

/** The payees of a co-casset's order, as agreed when the order was placed. */
export const orderParts = sqliteTable(
  'order_parts',
  {
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    artistId: text('artist_id').notNull(),
    basisPoints: integer('basis_points').notNull(),
    /** Whether it stays on the platform's account, because they own the instance. */
    stays: integer({ mode: 'boolean' }).notNull(),
    paidAt: integer('paid_at'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
)

/** The promises to payers for which money of artists is not sent on yet. */
export const callBacks = ['opening', 'withdrawal', 'refund'] as const

/**
 * The amount that an order still owes an artist; a negative amount is owed by them. No row has the
 * amount 0.
 */
export const owedParts = sqliteTable(
  'owed_parts',
  {
    orderId: text('order_id').notNull(),
    artistId: text('artist_id').notNull(),
    currency: text().notNull(),
    mode: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /**
     * Whether it has been tried, and waits for the account, the balance, or a debt to be earned
     * back.
     */
    isWaiting: integer('is_waiting', { mode: 'boolean' }).notNull().default(false),
    /**
     * How often the processor has refused to move it: each further try needs an idempotency key of
     * its own.
     */
    refusals: integer().notNull().default(0),
    /**
     * The promise to the order's payer that may still call it back, so that it is not sent on: the
     * tape is not open, they may give it back, or it is about to be refunded.
     */
    waitsFor: text('waits_for', { enum: callBacks }),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.artistId, table.currency] })],
)
