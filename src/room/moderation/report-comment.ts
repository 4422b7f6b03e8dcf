import { inTransaction } from '../../../db/commits.ts'
import { commentReports } from '../../../db/schema/room/moderation.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { cleanComment } from '../comment/clean-comment.ts'
import { visibleComment } from '../comment/remove-comment.ts'
import { notifyOfReport } from './report-notification.ts'

/**
 * Stores a listener's report of a comment, once, and notifies the people who decide it
 * (rule: reports). Throws NOT_FOUND, VALIDATION.
 */
export function reportComment(ctx: Ctx, slug: string, id: string, reporter: Viewer, asked: string): void {
  const reason = cleanComment(asked, 'reason')
  const { world, comment } = visibleComment(ctx, slug, id, reporter)
  if (comment.authorId === reporter.userId) throw invalid('reason', say('This comment is yours: you can delete it.'))
  const report = { id: ctx.uuid(), commentId: comment.id, cassetId: comment.cassetId, reporterId: reporter.userId }
  const row = { ...report, reason, createdAt: ctx.now() }
  inTransaction(ctx.db, () => {
    const isNew = ctx.db.insert(commentReports).values(row).onConflictDoNothing().returning({ id: commentReports.id })
    if (isNew.get()) notifyOfReport(ctx, world, comment.authorId, reporter.userId)
  })
}
