import { and, eq, isNull } from 'drizzle-orm'
import { comments } from '../../../db/schema/room/comment.ts'
import { commentReports } from '../../../db/schema/room/moderation.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { eraseComment } from '../comment/remove-comment.ts'
import { refuseOthersThanModerators } from '../moderated-casset.ts'
import { decideMember } from './change-member.ts'
import { readReport } from './list-reports.ts'
import type { Report, Resolution } from './model.ts'

/**
 * Decides a report, and with it all open reports of that comment: leaves the comment, erases it, or
 * mutes or bans its writer. Throws NOT_FOUND, FORBIDDEN, BAD_STATE when it is already decided.
 */
export function resolveReport(ctx: Ctx, id: string, author: Viewer, { action }: Resolution): Report {
  const found = isUuidV7(id)
    ? ctx.db
        .select({ report: commentReports, comment: comments })
        .from(commentReports)
        .innerJoin(comments, eq(comments.id, commentReports.commentId))
        .where(eq(commentReports.id, id))
        .get()
    : undefined
  const room = found && worldById(ctx, found.report.cassetId)
  if (!room) throw notFound('report')
  refuseOthersThanModerators(ctx, room, author)
  const { comment, report } = found
  if (report.resolvedAt !== null) throw new AppError('BAD_STATE', say('This report is decided already.'))
  if (action === 'DELETED') eraseComment(ctx, room, comment, author)
  if (action === 'MUTED') decideMember(ctx, room, author, comment.authorId, { muted: true })
  if (action === 'BANNED') decideMember(ctx, room, author, comment.authorId, { banned: true })
  ctx.db
    .update(commentReports)
    .set({ action, resolvedBy: author.userId, resolvedAt: ctx.now() })
    .where(and(eq(commentReports.commentId, comment.id), isNull(commentReports.resolvedAt)))
    .run()
  const decided = readReport(ctx, id)
  if (!decided) throw new Error('A report was not found after it was decided.')
  return decided
}
