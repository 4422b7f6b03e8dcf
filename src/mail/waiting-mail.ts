import { and, gt, isNull, or } from 'drizzle-orm'
import { mails } from '../../db/schema/job.ts'

/** Returns the SQL condition of mail that is still to be sent: not sent, not failed, and still useful. */
export const whereWaiting = (nowMs: number) =>
  and(isNull(mails.sentAt), isNull(mails.problem), or(isNull(mails.usefulUntil), gt(mails.usefulUntil, nowMs)))
