import { and, gt, isNull, or } from 'drizzle-orm'
import { mails } from '../../db/schema/job.ts'

/** Mail of the outbox that is still to be sent: not out, not given up, and of use at this moment. */
export const whereWaiting = (nowMs: number) =>
  and(isNull(mails.sentAt), isNull(mails.problem), or(isNull(mails.usefulUntil), gt(mails.usefulUntil, nowMs)))
