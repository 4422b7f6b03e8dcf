import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { contentReports } from '../../../../db/schema/operate/moderation.ts'
import { artistOf } from '../../../account/artist.ts'
import { defineNotification } from '../../../account/notification/define-notification.ts'
import { notify } from '../../../account/notification/notify.ts'
import type { Ctx } from '../../../context.ts'
import { requestLanguage, say } from '../../../lib/language/say.ts'
import { dayMs, hourAt } from '../../../lib/time/calendar.ts'
import { tryToSpend } from '../../../platform/http/limiter.ts'
import { type Actor, whyNotTo } from '../../../platform/http/session/desk-acts.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { mailboxOf } from '../../../platform/mail/address.ts'
import { queueEmail } from '../../../platform/mail/queue-email.ts'
import { decidersOf } from '../deciders-of.ts'
import { kindText, redressText, ToldThing, thingText, toldThing } from '../decision-text.ts'

type ReportRow = typeof contentReports.$inferSelect

export const contentReportNotification = defineNotification('content-report', {
  digest: 'news',
  details: t.Object(ToldThing),
  message: (told) => ({
    title: say('{what} is reported', { what: toldThing(told) }),
    text: say('It waits for a decision at the desk.'),
    path: '/desk/reports',
  }),
})

export const reportOutcomeNotification = defineNotification('content-report-outcome', {
  digest: 'news',
  details: t.Object({ ...ToldThing, isTakenDown: t.Boolean(), answer: t.String(), path: t.String() }),
  message: ({ what, kind, isTakenDown, answer, path }) => ({
    title: isTakenDown
      ? say('{what} was taken down after your report', { what: toldThing({ what, kind }) })
      : say('{what} stays, after your report', { what: toldThing({ what, kind }) }),
    text: answer,
    path: isTakenDown ? '/notifications' : path,
  }),
})

type NewReport = Pick<ReportRow, 'kind' | 'title' | 'reporterId'>

/**
 * Notifies the owner of the instance of a report of what these accounts made, and the helpers who
 * may decide about it. Called in its transaction.
 */
export function notifyOfReport(ctx: Ctx, { kind, title, reporterId }: NewReport, makers: readonly string[]): void {
  const mayDecide = (helper: Actor) =>
    helper.userId !== reporterId && whyNotTo(ctx, helper, 'dismiss-report', makers) === undefined
  for (const artistId of decidersOf(ctx, mayDecide))
    notify(ctx, contentReportNotification, {
      artistId,
      key: `${hourAt(ctx.now())}`,
      details: { what: title, kind },
    })
}

/**
 * Confirms to somebody without an account that their report arrived (DSA 16 (4)). The address may
 * be a stranger's: the email has no words of others, and a mailbox gets few of them within an hour.
 */
export function confirmReport(ctx: Ctx, { id, email, kind }: Pick<ReportRow, 'id' | 'email' | 'kind'>): void {
  if (email === null || !tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(email))) return
  const day = new Date(ctx.now()).toISOString().slice(0, 16).replace('T', ' ')
  queueEmail(ctx, {
    uniqueKey: `report-received:${id}`,
    kind: 'report-received',
    to: { address: email, language: requestLanguage() ?? null },
    write: () => ({
      subject: say('We have your report'),
      paragraphs: [
        say('A report came from this address on {day} (UTC), about this kind of thing: {what}.', {
          day,
          what: kindText()[kind],
        }),
        say('Somebody will look at it, and you will be told here what was decided and why.'),
        say('If it was not you, you need not do anything.'),
      ],
    }),
    usefulUntil: ctx.now() + 7 * dayMs,
  })
}

const atOnce = 100

/** Notifies those whose reports are decided of the outcome, each once. */
export const tellReportersJob = defineJob('tell-reporters', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 5,
  run: (ctx) =>
    ctx.jointly(() => {
      const rows = ctx.db
        .select()
        .from(contentReports)
        .where(and(isNotNull(contentReports.decidedAt), isNull(contentReports.toldAt)))
        .orderBy(asc(contentReports.id))
        .limit(atOnce)
        .all()
      for (const row of rows) tellReporter(ctx, row)
      const last = rows.at(-1)
      if (last && rows.length === atOnce) ctx.jobs.add(tellReportersJob, {}, { key: last.id })
    }),
})

function tellReporter(ctx: Ctx, row: ReportRow): void {
  const { id, reporterId, email, outcome, path } = row
  const [answer, isTakenDown] = [row.answer ?? '', outcome === 'taken-down']
  if (reporterId !== null) {
    const { id: artistId } = artistOf(ctx, reporterId)
    const details = { what: row.title, kind: row.kind, isTakenDown, answer, path }
    notify(ctx, reportOutcomeNotification, { artistId, key: id, details })
  }
  if (email !== null) {
    queueEmail(ctx, {
      uniqueKey: `content-report:${id}`,
      kind: 'content-report',
      to: { address: email },
      write: () => {
        const what = thingText(row)
        return {
          subject: isTakenDown ? say('{what} was taken down', { what }) : say('{what} stays', { what }),
          paragraphs: [
            isTakenDown
              ? say('You reported {what}. We took it down.', { what })
              : say('You reported {what}. We looked at it, and it stays.', { what }),
            ...(answer === '' ? [] : [answer]),
            redressText(ctx),
          ],
        }
      },
    })
  }
  // The address of a guest was left for this answer alone.
  ctx.db.update(contentReports).set({ toldAt: ctx.now(), email: null }).where(eq(contentReports.id, id)).run()
}
