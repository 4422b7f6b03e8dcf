import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

export const rhythms = ['month', 'year'] as const

/** The levels that artists offer to supporters. One that has ended takes no new ones. */
export const supportLevels = sqliteTable('support_levels', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  name: text().notNull(),
  words: text().notNull(),
  /** The least sum of a month or a year. */
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  rhythm: text({ enum: rhythms }).notNull(),
  /** Whether supporters hear all tapes whole as long as they pay. */
  hasStreams: integer('has_streams', { mode: 'boolean' }).notNull(),
  /** Whether supporters keep the tapes that come out meanwhile. */
  hasTapes: integer('has_tapes', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  endedAt: integer('ended_at'),
})

/** A person's support of an artist: the sum of each payment, its rhythm, whether it still runs. */
export const supports = sqliteTable('supports', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  artistId: text('artist_id').notNull(),
  levelId: text('level_id').notNull(),
  levelName: text('level_name').notNull(),
  /** The tape on whose page it was begun: its currency, and the casset of all orders. */
  cassetId: text('casset_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  rhythm: text({ enum: rhythms }).notNull(),
  hasStreams: integer('has_streams', { mode: 'boolean' }).notNull(),
  hasTapes: integer('has_tapes', { mode: 'boolean' }).notNull(),
  /** BEGUN: nothing is paid yet. RESTING: the present period is not paid. */
  state: text({ enum: ['BEGUN', 'ACTIVE', 'RESTING', 'ENDED'] }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** The first payment (ms), from which periods are counted; null before it. */
  startedAt: integer('started_at'),
  paidUntil: integer('paid_until'),
  /** When the job looks at it next; null where nothing is to be done. */
  dueAt: integer('due_at'),
  /** How often the present period was refused, and since when it is not paid. */
  failures: integer().notNull().default(0),
  restsSince: integer('rests_since'),
  /**
   * Why it rests. `again`: the card is tried again; `card`: it needs another one; `confirm`: the
   * bank wants its holder; `artist`: nobody may be paid for now; `pause`: its supporter paused it.
   */
  restsFor: text('rests_for', { enum: ['again', 'card', 'confirm', 'artist', 'pause'] }),
  /** When its supporter ended it: it runs to the end of what is paid. */
  leftAt: integer('left_at'),
  endedAt: integer('ended_at'),
  endedBy: text('ended_by', { enum: ['supporter', 'artist', 'unpaid', 'returned'] }),
  /** The level and the sum from the next payment on, where its supporter chose others. */
  nextLevelId: text('next_level_id'),
  nextAmountMinor: integer('next_amount_minor'),
  /** Until when nothing is asked for, as its supporter wants; null for no pause. */
  pausedUntil: integer('paused_until'),
})

/** The payments of a support, one a period, at the terms of that time. */
export const supportPayments = sqliteTable('support_payments', {
  orderId: text('order_id').primaryKey(),
  supportId: text('support_id').notNull(),
  /** Counted from 0, the one of the first payment. */
  period: integer().notNull(),
  hasStreams: integer('has_streams', { mode: 'boolean' }).notNull(),
  hasTapes: integer('has_tapes', { mode: 'boolean' }).notNull(),
  /** Null until it is paid. */
  startsAt: integer('starts_at'),
  endsAt: integer('ends_at'),
  heldSince: integer('held_since'),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] })
    .notNull()
    .default('PAID'),
  endedAt: integer('ended_at'),
})
