import { and, count, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import type { Check } from '../check.ts'
import { whereWaiting } from './send-mail.ts'

const weekMs = 7 * dayMs

function backlog({ db, now }: Ctx) {
  const late = and(whereWaiting(now()), lt(mails.createdAt, now() - hourMs))
  const givenUp = and(isNull(mails.sentAt), isNotNull(mails.problem), gt(mails.createdAt, now() - weekMs))
  const countOf = (which: typeof late) => db.select({ n: count() }).from(mails).where(which).get()?.n ?? 0
  return { waiting: countOf(whereWaiting(now())), overdue: countOf(late), givenUp: countOf(givenUp) }
}

/**
 * Checks that the SMTP server accepts us and that no email is overdue. Email to wrong addresses is
 * reported, but is not a fault.
 */
export const mailCheck: Check = {
  name: 'mail',
  place: 240,
  async look(ctx) {
    const { waiting, overdue, givenUp } = backlog(ctx)
    if (!ctx.mailer) {
      const fix = say(
        'set SMTP_URL and MAIL_FROM; until then tapedeck password EMAIL prints a link for anybody who forgot their password',
      )
      const note = say(
        'SMTP_URL is not set, so no email is sent; {emails, plural, one {# email} other {# emails}} in the outbox',
        { emails: waiting },
      )
      return { note, fix }
    }
    try {
      await ctx.mailer.verify()
    } catch (error) {
      const why = error instanceof Error ? error.message : say('no reason given')
      const fix = say('check SMTP_URL, its user and password, and the network')
      return { problem: say('the SMTP server cannot be used: {why}', { why }), fix }
    }
    if (overdue > 0) {
      const fix = say('check that the service is running; the log shows each attempt')
      const problem = say('{emails, plural, one {# email} other {# emails}} waiting for over an hour', {
        emails: overdue,
      })
      return { problem, fix }
    }
    if (givenUp === 0) return {}
    const note = say(
      '{emails, plural, one {# email} other {# emails}} given up this week: column "problem" of table mails',
      { emails: givenUp },
    )
    return { note }
  },
}
