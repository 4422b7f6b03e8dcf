import { and, inArray, isNull, lte, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'

// The doctor reports for a week what could not be sent.
const uselessKeptMs = 7 * dayMs
const sentKeptMs = 90 * dayMs

/** Deletes unsent emails that have been useless for a week. */
export function sweepMails({ db, jointly, now }: Ctx): Promise<void> {
  const { id, sentAt, usefulUntil } = mails
  const whereUseless = and(isNull(sentAt), lte(usefulUntil, now() - uselessKeptMs))
  const some = db.select({ id }).from(mails).where(whereUseless).limit(batchSize)
  return inBatches(jointly, db.delete(mails).where(inArray(id, some)).returning({ id }))
}

/**
 * Forgets the recipient and subject of emails that were sent 90 days ago; the text, but of those
 * whose answer was lost, was deleted when they were sent. The key stays, so that nobody gets one
 * twice.
 */
export function pruneMails({ db, jointly, now }: Ctx): Promise<void> {
  const { id, recipient, sentAt } = mails
  // As the partial index has it.
  const whereLong = and(sql`${recipient} <> ''`, lte(sentAt, now() - sentKeptMs))
  const some = db.select({ id }).from(mails).where(whereLong).limit(batchSize)
  const blank = { recipient: '', recipientName: '', subject: '', textBody: '', problem: null, refusal: null }
  return inBatches(jointly, db.update(mails).set(blank).where(inArray(id, some)).returning({ id }))
}
