import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const campaignContributions = sqliteTable('campaign_contributions', {
  orderId: text('order_id').primaryKey(),
  campaignId: text('campaign_id').notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  paidAt: integer('paid_at').notNull(),
  endedAt: integer('ended_at'),
  /** When its refund was requested, and when as much as possible was refunded. */
  returningAt: integer('returning_at'),
  returnedAt: integer('returned_at'),
  /**
   * How much of it covers others that cost more than they brought, when the drop ends; for those it
   * is negative.
   */
  coversMinor: integer('covers_minor').notNull().default(0),
})

/**
 * The payments that the prize of a drop came from, by transfers to its winners that a restored copy
 * did not know.
 */
export const campaignToldPayments = sqliteTable('campaign_told_payments', {
  orderId: text('order_id').primaryKey(),
  campaignId: text('campaign_id').notNull(),
  coversMinor: integer('covers_minor').notNull(),
})

/**
 * The winners of a drop. A place whose prize went back to its payer has the artist of the drop.
 */
export const campaignPayouts = sqliteTable(
  'campaign_payouts',
  {
    campaignId: text('campaign_id').notNull(),
    place: integer().notNull(),
    artistId: text('artist_id').notNull(),
    submissionId: text('submission_id').notNull(),
    basisPoints: integer('basis_points').notNull(),
    score: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.place] })],
)

/** Why a place passed on; TOLD by transfers that a restored copy did not know. */
export const passingReasons = ['DELETED', 'DECLINED', 'LAPSED', 'TOLD'] as const

/** Winners whose place passed on, in their order. */
export const campaignPassed = sqliteTable(
  'campaign_passed',
  {
    campaignId: text('campaign_id').notNull(),
    nth: integer().notNull(),
    place: integer().notNull(),
    artistId: text('artist_id').notNull(),
    reason: text({ enum: passingReasons }).notNull(),
    passedAt: integer('passed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.nth] })],
)
