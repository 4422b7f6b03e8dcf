import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { contentReports } from '../../../db/schema/operate/moderation.ts'
import { ownerOf } from '../../account/make-owner.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import type { Ctx } from '../../context.ts'
import { hourAt } from '../../lib/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { kindText } from './decision-text.ts'

type ReportRow = typeof contentReports.$inferSelect

/** Reported content, for the owner of the instance: the first of an hour. */
export const contentReportNotification = defineNotification('content-report', {
  digest: 'news',
  details: t.Object({ what: t.String() }),
  message: ({ what }) => ({
    title: `${what} is reported`,
    text: 'It waits for a decision at the desk.',
    path: '/desk/reports',
  }),
})

/** The outcome of the reader's report. */
export const reportOutcomeNotification = defineNotification('content-report-outcome', {
  digest: 'news',
  details: t.Object({ what: t.String(), isTakenDown: t.Boolean(), answer: t.String(), path: t.String() }),
  message: ({ what, isTakenDown, answer, path }) => ({
    title: isTakenDown ? `${what} was taken down after your report` : `${what} stays, after your report`,
    text: answer,
    path: isTakenDown ? '/notifications' : path,
  }),
})

const whatOf = ({ kind, title }: Pick<ReportRow, 'kind' | 'title'>) => `“${title}” (${kindText[kind]})`

const artistIdOf = ({ db }: Ctx, userId: string) =>
  db.select({ id: artists.id }).from(artists).where(eq(artists.userId, userId)).get()?.id

/** Notifies the owner of the instance of a report. Called in its transaction. */
export function notifyOfReport(ctx: Ctx, report: Pick<ReportRow, 'kind' | 'title'>): void {
  const owner = ownerOf(ctx)
  const artistId = owner && artistIdOf(ctx, owner.userId)
  if (!artistId) return
  notify(ctx, contentReportNotification, { artistId, key: `${hourAt(ctx.now())}`, details: { what: whatOf(report) } })
}

const atOnce = 100

/** Notifies those whose reports are decided of the outcome, each once. */
export const tellReportersJob = defineJob('tell-reporters', {
  payload: t.Object({ since: t.String() }),
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
      if (last && rows.length === atOnce) ctx.jobs.add(tellReportersJob, { since: last.id }, { key: last.id })
    }),
})

function tellReporter(ctx: Ctx, row: ReportRow): void {
  const { id, reporterId, email, outcome, path } = row
  const [what, answer, isTakenDown] = [whatOf(row), row.answer ?? '', outcome === 'taken-down']
  const artistId = reporterId === null ? undefined : artistIdOf(ctx, reporterId)
  if (artistId) {
    notify(ctx, reportOutcomeNotification, { artistId, key: id, details: { what, isTakenDown, answer, path } })
  }
  if (email !== null) {
    queueEmail(ctx, {
      uniqueKey: `content-report:${id}`,
      kind: 'content-report',
      to: { name: '', address: email },
      subject: isTakenDown ? `${what} was taken down` : `${what} stays`,
      paragraphs: [
        isTakenDown ? `You reported ${what}. We took it down.` : `You reported ${what}. We looked at it, and it stays.`,
        ...(answer === '' ? [] : [answer]),
        'You can also turn to a certified body for settling such disputes out of court, or to a court.',
      ],
    })
  }
  ctx.db.update(contentReports).set({ toldAt: ctx.now() }).where(eq(contentReports.id, id)).run()
}
