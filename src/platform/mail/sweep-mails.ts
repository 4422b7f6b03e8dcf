import { and, inArray, isNull, lte, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
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
 * Forgets to whom a letter was sent 90 days ago, and about what; its text went when it was sent.
 * Its key stays, so that nobody gets one twice.
 */
export function pruneMails({ db, jointly, now }: Ctx): Promise<void> {
  const { id, recipient, sentAt } = mails
  // As the partial index has it.
  const whereLong = and(sql`${recipient} <> ''`, lte(sentAt, now() - sentKeptMs))
  const some = db.select({ id }).from(mails).where(whereLong).limit(batchSize)
  const blank = { recipient: '', recipientName: '', subject: '' }
  return inBatches(jointly, db.update(mails).set(blank).where(inArray(id, some)).returning({ id }))
}
