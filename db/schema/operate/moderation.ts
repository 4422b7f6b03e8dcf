import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { takedownGrounds } from '../casset/casset.ts'

export const reportedNames = ['page', 'track', 'clip', 'comment', 'emoji'] as const

/** The kinds of things that are decided about. */
export const thingNames = [...reportedNames, 'account'] as const

/** Decisions of the site about the content of its people, each with its statement of reasons. */
export const contentDecisions = sqliteTable('content_decisions', {
  id: text().primaryKey(),
  kind: text({ enum: thingNames }).notNull(),
  thingId: text('thing_id').notNull(),
  /** The account of its maker; null once their account was deleted. */
  userId: text('user_id'),
  /** A name, a title, or the beginning of a comment. */
  title: text().notNull(),
  /** The page on which it was. */
  path: text(),
  ground: text({ enum: takedownGrounds }).notNull(),
  /** The law or the part of the terms. */
  basis: text().notNull(),
  facts: text().notNull(),
  foundBy: text('found_by', { enum: ['report', 'site'] }).notNull(),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at').notNull(),
  /** The state that giving it back needs, as JSON; null where nothing can be given back. */
  saved: text(),
  liftedBy: text('lifted_by'),
  liftedAt: integer('lifted_at'),
  objection: text(),
  objectedAt: integer('objected_at'),
  answer: text(),
  answeredBy: text('answered_by'),
  answeredAt: integer('answered_at'),
})

/** The reasons to choose from. Those of a law are open to guests too. */
export const reportReasons = ['illegal', 'rights', 'hate', 'sexual', 'private', 'spam', 'other'] as const

/** A reported thing is taken down, or its reports are dismissed and it stays. */
export const reportOutcomes = ['taken-down', 'dismissed'] as const

/** Reports of content to the site. A decision about a thing decides all open reports of it. */
export const contentReports = sqliteTable('content_reports', {
  id: text().primaryKey(),
  kind: text({ enum: reportedNames }).notNull(),
  thingId: text('thing_id').notNull(),
  /** The account of its maker; null once their account was deleted. */
  makerId: text('maker_id'),
  title: text().notNull(),
  path: text().notNull(),
  /** Null for a guest, who leaves an address, and once the account was deleted. */
  reporterId: text('reporter_id'),
  email: text(),
  reason: text({ enum: reportReasons }).notNull(),
  text: text().notNull(),
  createdAt: integer('created_at').notNull(),
  outcome: text({ enum: reportOutcomes }),
  answer: text(),
  decidedAt: integer('decided_at'),
  decidedBy: text('decided_by'),
  /** When its reporter was told the outcome. */
  toldAt: integer('told_at'),
  /**
   * The queue shows one report for each thing that waits for a decision. `thing`: the first report
   * of it. `reporters`: the first from a guest where an account made the first, or the reverse, for
   * the filter by reporter. Null: a further report, which is only counted.
   */
  firstOf: text('first_of', { enum: ['thing', 'reporters'] }),
})
