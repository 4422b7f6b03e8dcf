import { commentReports } from '../../db/schema/room.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { cleanComment } from './clean-comment.ts'
import { visibleComment } from './remove-comment.ts'

/** Keeps a listener's report of a comment, once (rule 9.11). Throws NOT_FOUND, VALIDATION. */
export function reportComment(ctx: Ctx, slug: string, id: string, reporter: Viewer, asked: string): void {
  const reason = cleanComment(asked, 'reason')
  const { comment } = visibleComment(ctx, slug, id, reporter)
  if (comment.authorId === reporter.userId) throw invalid('reason', 'This comment is yours: you can delete it.')
  const report = { id: ctx.uuid(), commentId: comment.id, cassetId: comment.cassetId, reporterId: reporter.userId }
  ctx.db
    .insert(commentReports)
    .values({ ...report, reason, createdAt: ctx.now() })
    .onConflictDoNothing()
    .run()
}
