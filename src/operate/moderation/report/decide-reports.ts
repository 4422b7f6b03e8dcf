import { and, eq, inArray, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { contentReports } from '../../../../db/schema/operate/moderation.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import type { ReportedKind } from '../model.ts'
import { tellReportersJob } from './notify-of-report.ts'
import { reasonIn } from './reason-in.ts'
import type { Dismissal } from './report-model.ts'
import { openReport } from './report-thing.ts'

type Outcome = Pick<typeof contentReports.$inferSelect, 'outcome' | 'answer'>

/**
 * Decides all open reports of things, of which a job tells those who sent them. Returns whether
 * there was one. Called in a transaction.
 */
export function decideReports(
  ctx: Ctx,
  { userId }: Pick<Viewer, 'userId'>,
  { kind, thingIds }: { kind: ReportedKind; thingIds: readonly string[] },
  { outcome, answer }: Outcome,
): boolean {
  const isOpen = and(
    eq(contentReports.kind, kind),
    inArray(contentReports.thingId, [...thingIds]),
    isNull(contentReports.decidedAt),
  )
  const decided = { outcome, answer, decidedBy: userId, decidedAt: ctx.now() }
  const [first] = ctx.db.update(contentReports).set(decided).where(isOpen).returning({ id: contentReports.id }).all()
  if (first) ctx.jobs.add(tellReportersJob, {}, { key: `${first.id}:decided` })
  return first !== undefined
}

/** Throws NOT_FOUND, VALIDATION, and BAD_STATE when decided. */
export function dismissReport(ctx: Ctx, author: Viewer, id: string, asked: Dismissal): void {
  const answer = reasonIn(asked.answer, 'answer', say('Say why it stays.'))
  inTransaction(ctx.db, () => {
    const { kind, thingId } = openReport(ctx, id)
    decideReports(ctx, author, { kind, thingIds: [thingId] }, { outcome: 'dismissed', answer })
  })
}
