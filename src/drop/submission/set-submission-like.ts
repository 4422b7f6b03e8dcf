import { and, eq } from 'drizzle-orm'
import { submissionLikes, submissions } from '../../../db/schema/drop/submission.ts'
import { memberStatusOf } from '../../casset/access/member-status.ts'
import type { HookFigures } from '../../casset/hook/hook-figures.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { openDropOf } from '../enter-campaign.ts'
import { noteScores } from '../score-news.ts'
import { submissionById, visibleSubmission } from './find-submission.ts'

/**
 * Makes the viewer like a submission, or stop liking it; without `wanted` it toggles. Only writes.
 * Throws NOT_FOUND when it is absent, or hidden from a viewer who does not stop liking it
 * (rule: endings), BAD_STATE while the winners of its drop are chosen.
 */
export function setSubmissionLike(ctx: Ctx, viewer: Viewer, id: string, wanted?: boolean): HookFigures {
  const { userId } = viewer
  const which = and(eq(submissionLikes.submissionId, id), eq(submissionLikes.userId, userId))
  const before = ctx.db.select().from(submissionLikes).where(which).get() !== undefined
  const submission = before && wanted === false ? submissionById(ctx, id) : visibleSubmission(ctx, id, viewer)
  const { likes, campaignId, cassetId } = submission
  const liked = wanted ?? !before
  if (liked === before) return { liked, likes }
  const drop = openDropOf(ctx, campaignId)
  const status = drop && memberStatusOf(ctx, cassetId, userId)
  const counts = !status?.muted && !status?.banned
  if (liked) ctx.db.insert(submissionLikes).values({ submissionId: id, userId, createdAt: ctx.now(), counts }).run()
  else ctx.db.delete(submissionLikes).where(which).run()
  if (drop) noteScores(ctx, drop.id)
  const after = ctx.db.select({ likes: submissions.likes }).from(submissions).where(eq(submissions.id, id)).get()
  return { liked, likes: after?.likes ?? 0 }
}
