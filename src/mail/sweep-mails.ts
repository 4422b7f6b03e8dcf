import { and, isNull, lte } from 'drizzle-orm'
import { mails } from '../../db/schema/job.ts'
import type { Ctx } from '../context.ts'

// The doctor tells for a week of what could not be sent.
const keptMs = 7 * 86_400_000

/** Removes what was never sent and has been of no use to its reader for a week. */
export function sweepMails(ctx: Ctx): void {
  const isUseless = and(isNull(mails.sentAt), lte(mails.usefulUntil, ctx.now() - keptMs))
  ctx.db.delete(mails).where(isUseless).run()
}
