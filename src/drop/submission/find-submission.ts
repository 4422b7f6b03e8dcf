import { eq } from 'drizzle-orm'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { isOwner, worldById } from '../../casset/access/visible-casset.ts'
import { visibleHook } from '../../casset/hook/visible-hook.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Absent } from '../../lib/text/absent-text.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

export type SubmissionRow = typeof submissions.$inferSelect

/** Returns a submission. Throws NOT_FOUND. */
export function submissionById(ctx: Ctx, id: string): SubmissionRow {
  const row = ctx.db.select().from(submissions).where(eq(submissions.id, id)).get()
  if (!row) throw notFound('submission')
  return row
}

/**
 * Returns whether a viewer may see a submission to a visible hook: everybody may while it competes,
 * and only its maker when the site took it down.
 */
const isShownTo = (row: SubmissionRow, world: Parameters<typeof isOwner>[0], viewer: Viewer | null): boolean =>
  row.userId === viewer?.userId ||
  (row.takenDown === null &&
    (row.status === 'ACCEPTED' || (row.status === 'PENDING' && row.campaignId !== null) || isOwner(world, viewer)))

/** Returns a submission that is accepted, the viewer's, or to their hook. Throws NOT_FOUND. */
export function visibleSubmission(
  ctx: Ctx,
  row: SubmissionRow | string,
  viewer: Viewer | null,
  asked: Absent = 'submission',
): SubmissionRow {
  const submission = typeof row === 'string' ? submissionById(ctx, row) : row
  const { world } = visibleHook(ctx, submission.hookId, viewer, asked)
  if (!isShownTo(submission, world, viewer)) throw notFound(asked)
  return submission
}

/** Throws NOT_FOUND when absent, FORBIDDEN when it belongs to another's. */
export function submissionToOwn(ctx: Ctx, id: string, author: Viewer): SubmissionRow {
  const submission = submissionById(ctx, id)
  const world = worldById(ctx, submission.cassetId)
  if (world && isOwner(world, author)) return submission
  throw new AppError('FORBIDDEN', say('This casset belongs to somebody else.'))
}

/** Returns a submission by the caller. Throws NOT_FOUND when absent, FORBIDDEN when another's. */
export function ownSubmission(ctx: Ctx, id: string, { userId }: Viewer): SubmissionRow {
  const submission = submissionById(ctx, id)
  if (submission.userId === userId) return submission
  throw new AppError('FORBIDDEN', say('This clip is somebody else’s.'))
}
