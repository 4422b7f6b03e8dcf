import { and, count, gt, isNotNull } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { uuidFloor } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Check } from '../check.ts'
import { nextWaiting } from './try-waiting.ts'

const weekMs = 7 * dayMs

/** Counts the emails that wait, in turns: they may be many, and the desk asks while it serves. */
async function countWaiting({ db, now, monotonicMs }: Ctx) {
  const pace = createPace(monotonicMs)
  const found = { waiting: 0, refused: 0, overdue: 0, said: '' }
  let after = ''
  for (;;) {
    const some = nextWaiting(db).all({ after, now: now() })
    for (const { createdAt, refusal } of some) {
      found.waiting += 1
      if (createdAt < now() - hourMs) found.overdue += 1
      if (refusal === null) continue
      found.refused += 1
      found.said = refusal
    }
    const last = some.at(-1)
    if (last === undefined) return found
    after = last.id
    await pace()
  }
}

function countGivenUp({ db, now }: Ctx): number {
  const givenUp = and(isNotNull(mails.problem), gt(mails.id, uuidFloor(now() - weekMs)))
  return db.select({ n: count() }).from(mails).where(givenUp).get()?.n ?? 0
}

/**
 * Checks that the SMTP server accepts us and our emails, and that none is overdue. Email to wrong
 * addresses is reported, but is not a fault.
 */
export const mailCheck: Check = {
  name: 'mail',
  place: 240,
  async look(ctx) {
    const { waiting, refused, said, overdue } = await countWaiting(ctx)
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
    const givenUp = countGivenUp(ctx)
    if (givenUp === 0) return {}
    const note = say('{emails, plural, one {# email} other {# emails}} given up this week', { emails: givenUp })
    return { note, fix: say('see why at /desk/emails, where they can be sent again') }
  },
}
