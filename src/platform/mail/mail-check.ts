import { and, count, desc, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { uuidFloor } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import type { Check } from '../check.ts'
import { whereWaiting } from './send-mail.ts'

const weekMs = 7 * dayMs

function backlog({ db, now }: Ctx) {
  const waits = whereWaiting(now())
  const givenUp = and(isNotNull(mails.problem), gt(mails.id, uuidFloor(now() - weekMs)))
  const { refusal: said, createdAt } = mails
  const ofWaiting = {
    waiting: count(),
    refused: count(said),
    overdue: count(sql`nullif(${lt(createdAt, now() - hourMs)}, 0)`),
  }
  const last = db
    .select({ said })
    .from(mails)
    .where(and(waits, isNotNull(said)))
    .orderBy(desc(mails.id))
    .limit(1)
  return {
    ...(db.select(ofWaiting).from(mails).where(waits).get() ?? { waiting: 0, refused: 0, overdue: 0 }),
    said: last.get()?.said ?? '',
    givenUp: db.select({ n: count() }).from(mails).where(givenUp).get()?.n ?? 0,
  }
}

/**
 * Checks that the SMTP server accepts us and our emails, and that none is overdue. Email to wrong
 * addresses is reported, but is not a fault.
 */
export const mailCheck: Check = {
  name: 'mail',
  place: 240,
  async look(ctx) {
    const { waiting, refused, said, overdue, givenUp } = backlog(ctx)
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
    if (refused > 0) {
      const fix = say(
        'check SMTP_URL and MAIL_FROM with what the server says; the emails are tried again automatically',
      )
      const problem = say(
        'the SMTP server does not take {emails, plural, one {# email, which waits} other {# emails, which wait}}; last it said: {said}',
        { emails: refused, said },
      )
      return { problem, fix }
    }
    if (overdue > 0) {
      const fix = say('check that the service is running; the log shows each attempt')
      const problem = say('{emails, plural, one {# email} other {# emails}} waiting for over an hour', {
        emails: overdue,
      })
      return { problem, fix }
    }
    if (givenUp === 0) return {}
    const note = say('{emails, plural, one {# email} other {# emails}} given up this week', { emails: givenUp })
    return { note, fix: say('see why at /desk/emails, where they can be sent again') }
  },
}
