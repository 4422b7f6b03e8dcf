import { and, isNull, lte } from 'drizzle-orm'
import { inBatches } from '../../../db/in-batches.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'

// The doctor tells for a week of what could not be sent.
const uselessKeptMs = 7 * dayMs
const sentKeptMs = 90 * dayMs

/** Deletes unsent mail that has been useless for a week. */
export function sweepMails(ctx: Ctx): void {
  const whereUseless = and(isNull(mails.sentAt), lte(mails.usefulUntil, ctx.now() - uselessKeptMs))
  ctx.db.delete(mails).where(whereUseless).run()
}

/**
 * Forgets to whom a letter was sent 90 days ago, and about what; its text went when it was sent. Its key stays, so that
 * nobody gets one twice.
 */
export const pruneMails = (ctx: Ctx): Promise<void> =>
  inBatches(ctx.jointly, ctx.db, {
    sql: `UPDATE mails SET recipient = '', recipient_name = '', subject = '' WHERE rowid IN
      (SELECT rowid FROM mails WHERE recipient <> '' AND sent_at <= $before LIMIT $limit)`,
    before: ctx.now() - sentKeptMs,
  })
