import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

export const campaignStates = ['DRAFT', 'FUNDING', 'FUNDED', 'OPEN', 'CLOSED', 'PAYING', 'PAID', 'CANCELLED'] as const

/** The ways of a prize that nobody takes: to the next place, or back to its payer. */
export const waysOfUnclaimed = ['NEXT', 'BACK'] as const

/** Drops: an artist funds a prize, fans make clips of a hook, winners are paid. */
export const campaigns = sqliteTable('campaigns', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  cassetId: text('casset_id').notNull(),
  hookId: text('hook_id').notNull(),
  mode: text({ enum: paymentModes }).notNull(),
  state: text({ enum: campaignStates }).notNull(),
  title: text().notNull(),
  brief: text().notNull(),
  /** Conditions of entry and governing law. Required before the drop opens. */
  terms: text().notNull(),
  endsAt: integer('ends_at').notNull(),
  /** The part of each winner in hundredths of a percent, best first. */
  split: text({ mode: 'json' }).$type<readonly number[]>().notNull(),
  minAccountAgeDays: integer('min_account_age_days').notNull(),
  createdAt: integer('created_at').notNull(),
  openedAt: integer('opened_at'),
  closedAt: integer('closed_at'),
  unclaimed: text({ enum: waysOfUnclaimed }).notNull().default('BACK'),
})

/** Every move of a drop: by whom (null: by itself) and why. */
export const campaignMoves = sqliteTable('campaign_moves', {
  id: text().primaryKey(),
  campaignId: text('campaign_id').notNull(),
  fromState: text('from_state', { enum: campaignStates }).notNull(),
  toState: text('to_state', { enum: campaignStates }).notNull(),
  userId: text('user_id'),
  reason: text(),
  movedAt: integer('moved_at').notNull(),
})

/** Clips that compete in a drop. The database keeps their scores while it is open. */
export const campaignEntries = sqliteTable('campaign_entries', {
  submissionId: text('submission_id').primaryKey(),
  campaignId: text('campaign_id').notNull(),
  userId: text('user_id').notNull(),
  /** The artist has rejected it. */
  isOut: integer('is_out', { mode: 'boolean' }).notNull().default(false),
  likes: integer().notNull().default(0),
  collects: integer().notNull().default(0),
  score: integer().notNull().default(0),
})
