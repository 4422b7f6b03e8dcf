import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { contentReports } from '../../../../db/schema/operate/moderation.ts'
import { cleanLines } from '../../../account/clean-text.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid, notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { spend } from '../../../platform/http/limiter.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { readAddress } from '../../../platform/mail/address.ts'
import { visibleThing } from '../visible-thing.ts'
import { confirmReport, notifyOfReport } from './notify-of-report.ts'
import type { NewReport } from './report-model.ts'
import { guestReasons } from './report-text.ts'

const openToGuests: ReadonlySet<NewReport['reason']> = new Set(guestReasons)

/**
 * Stores a report of something, once a person while it is open, and notifies the owner of the
 * instance (rule: content-reports). Throws UNAUTHENTICATED for guests who report what no law
 * forbids, VALIDATION, NOT_FOUND for what the reporter does not see, and RATE_LIMIT.
 */
export function reportThing(ctx: Ctx, viewer: Viewer | null, asked: NewReport, address: string): void {
  const { kind, id: thingId, reason } = asked
  const text = cleanLines(asked.text) ?? ''
  const email = viewer ? null : guestAddress(asked, text)
  const { title, path, userId, userIds } = visibleThing(ctx, kind, thingId, viewer)
  if (viewer?.userId === userId) throw invalid('id', say('This is your own: you can delete it.'))
  spend(ctx.limiter, 'report', viewer?.userId ?? address)
  const reporterId = viewer?.userId ?? null
  inTransaction(ctx.db, () => {
    const isOpen = and(
      eq(contentReports.kind, kind),
      eq(contentReports.thingId, thingId),
      isNull(contentReports.decidedAt),
    )
    const has = (which: SQL | undefined) =>
      ctx.db.select({ id: contentReports.id }).from(contentReports).where(and(isOpen, which)).limit(1).get() !==
      undefined
    const isTheirs =
      reporterId === null ? eq(contentReports.email, email ?? '') : eq(contentReports.reporterId, reporterId)
    if (has(isTheirs)) return
    const isOfLike = (reporterId === null ? isNull : isNotNull)(contentReports.reporterId)
    const firstOf = !has(undefined) ? 'thing' : !has(isOfLike) ? 'reporters' : null
    const thing = { kind, thingId, makerId: userId, title, path }
    const row = { id: ctx.uuid(), ...thing, reporterId, email, reason, text, firstOf, createdAt: ctx.now() } as const
    ctx.db.insert(contentReports).values(row).run()
    notifyOfReport(ctx, row, userIds)
    confirmReport(ctx, row)
  })
}

/** Returns the address of a guest. Throws UNAUTHENTICATED, VALIDATION. */
function guestAddress({ reason, email = '' }: NewReport, text: string): string {
  if (!openToGuests.has(reason)) {
    const hint = say('Without an account you can report what a law forbids.')
    throw new AppError('UNAUTHENTICATED', say('Sign in to report this.'), { field: 'reason', hint })
  }
  const address = readAddress(email)
  if (address === undefined) throw invalid('email', say('Enter an email address, so that we can answer you.'))
  if (text === '') throw invalid('text', say('Say what is wrong and why a law forbids it.'))
  return address
}

/** Returns an open report. Throws NOT_FOUND, and BAD_STATE for one that is decided. */
export function openReport({ db }: Ctx, id: string) {
  const row = db.select().from(contentReports).where(eq(contentReports.id, id)).get()
  if (!row) throw notFound('report')
  if (row.decidedAt !== null) throw new AppError('BAD_STATE', say('This report is decided already.'))
  return row
}
