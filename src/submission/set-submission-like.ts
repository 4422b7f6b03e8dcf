import { and, eq } from 'drizzle-orm'
import { submissionLikes, submissions } from '../../db/schema/submission.ts'
import type { Ctx } from '../context.ts'
import type { HookFigures } from '../hook/hook-figures.ts'
import type { Viewer } from '../http/session.ts'
import { visibleSubmission } from './find-submission.ts'

/**
 * Makes the viewer like a submission, or no longer; without `wanted` it changes to the other. Only writes. Throws
 * NOT_FOUND when it is absent or hidden from the viewer.
 */
export function setSubmissionLike(ctx: Ctx, viewer: Viewer, id: string, wanted?: boolean): HookFigures {
  const { likes } = visibleSubmission(ctx, id, viewer)
  const { userId } = viewer
  const which = and(eq(submissionLikes.submissionId, id), eq(submissionLikes.userId, userId))
  const before = ctx.db.select().from(submissionLikes).where(which).get() !== undefined
  const liked = wanted ?? !before
  if (liked === before) return { liked, likes }
  if (liked) ctx.db.insert(submissionLikes).values({ submissionId: id, userId, createdAt: ctx.now() }).run()
  else ctx.db.delete(submissionLikes).where(which).run()
  const after = ctx.db.select({ likes: submissions.likes }).from(submissions).where(eq(submissions.id, id)).get()
  return { liked, likes: after?.likes ?? 0 }
}
