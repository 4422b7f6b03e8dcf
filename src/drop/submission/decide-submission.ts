import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import { artistOf } from '../../casset/artist-of.ts'
import { refuseTakenDown } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteScores } from '../score-news.ts'
import { acceptedNotification } from './accepted-notification.ts'
import { type SubmissionRow, submissionToOwn } from './find-submission.ts'
import type { Decision, StudioSubmissions } from './model.ts'
import { readAsArtist } from './read-submissions.ts'

/**
 * Accepts or rejects a submission to the caller's hook, now or again. The one place where a clip is
 * accepted. Throws NOT_FOUND when absent, FORBIDDEN when it belongs to another's hook, VALIDATION
 * for one that is removed from a drop without a reason, BAD_STATE for one that the site took down.
 */
export function decideSubmission(
  ctx: Ctx,
  author: Viewer,
  id: string,
  { decision, reason = '' }: Decision,
): StudioSubmissions['submissions'][number] {
  const submission = submissionToOwn(ctx, id, author)
  const { campaignId } = submission
  refuseTakenDown(submission)
  if (campaignId !== null && decision === 'REJECTED' && cleanLine(reason) === '') {
    throw invalid('reason', say('Say why this clip is out of the drop.'))
  }
  const decided = { status: decision, reason: cleanLine(reason) || null, decidedAt: ctx.now() }
  inTransaction(ctx.db, () => {
    ctx.db.update(submissions).set(decided).where(eq(submissions.id, id)).run()
    if (campaignId !== null) noteScores(ctx, campaignId)
    if (decision === 'ACCEPTED') tellSender(ctx, author, submission)
  })
  const [read] = readAsArtist(ctx, [id], author.userId)
  if (!read) throw notFound('submission')
  return read
}

function tellSender(ctx: Ctx, { artistId: actorId }: Viewer, { id: key, userId, cassetId }: SubmissionRow): void {
  const { handle: slug } = artistOf(ctx, cassetId)
  const sender = personOf(ctx, userId)
  if (sender) notify(ctx, acceptedNotification, { artistId: sender.artistId, actorId, key, details: { slug } })
}
