import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { takedownGrounds } from '../casset/casset.ts'

/** The decision of a hook's artist about a clip. */
export const submissionStatuses = ['PENDING', 'ACCEPTED', 'REJECTED'] as const

/** Clips that people made of a hook, each by a link or by an upload. Triggers keep `likes`. */
export const submissions = sqliteTable('submissions', {
  id: text().primaryKey(),
  hookId: text('hook_id').notNull(),
  cassetId: text('casset_id').notNull(),
  userId: text('user_id').notNull(),
  url: text(),
  assetId: text('asset_id'),
  caption: text().notNull(),
  campaignId: text('campaign_id'),
  status: text({ enum: submissionStatuses }).notNull().default('PENDING'),
  reason: text(),
  likes: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  decidedAt: integer('decided_at'),
  takenDown: text('taken_down', { enum: takedownGrounds }),
})

export const submissionLikes = sqliteTable(
  'submission_likes',
  {
    submissionId: text('submission_id').notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Whether it counts in a drop: not when the person was muted in the casset's room by then. */
    counts: integer({ mode: 'boolean' }).notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.userId] })],
)
