import { and, count, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { mails } from '../../db/schema/job.ts'
import type { Ctx } from '../context.ts'
import { type Check, counted } from './check.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

function backlog({ db, now }: Ctx) {
  const unsent = and(isNull(mails.sentAt), isNull(mails.problem))
  const late = and(unsent, lt(mails.createdAt, now() - hourMs))
  const failed = and(isNull(mails.sentAt), isNotNull(mails.problem), gt(mails.createdAt, now() - weekMs))
  const counts = [unsent, late, failed].map((which) => db.select({ n: count() }).from(mails).where(which).get()?.n ?? 0)
  const [waiting = 0, overdue = 0, given = 0] = counts
  return { waiting, overdue, given }
}

/** Whether the SMTP server takes us, and whether mail stays behind. */
export const mail: Check = {
  name: 'mail',
  async look(ctx) {
    const { waiting, overdue, given } = backlog(ctx)
    if (!ctx.mailer) return { note: `SMTP_URL is not set; ${counted(waiting, 'mail')} in the outbox` }
    try {
      await ctx.mailer.verify()
    } catch (error) {
      const why = error instanceof Error ? error.message : 'no reason given'
      return {
        problem: `the SMTP server cannot be used: ${why}`,
        mend: 'check SMTP_URL, its user and password, and the network',
      }
    }
    const mend = 'look at the column "problem" of the table mails'
    if (given > 0) return { problem: `${counted(given, 'mail')} could not be sent this week`, mend }
    if (overdue > 0)
      return { problem: `${counted(overdue, 'mail')} waiting for over an hour`, mend: 'is the service running?' }
    return {}
  },
}
