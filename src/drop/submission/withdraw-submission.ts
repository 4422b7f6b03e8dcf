import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import type { Ctx } from '../../context.ts'
import { deleteAsset } from '../../platform/asset/delete-asset.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteScores } from '../score-news.ts'
import { ownSubmission } from './find-submission.ts'

/** Takes the caller's submission back and deletes its upload. Throws NOT_FOUND, FORBIDDEN. */
export function withdrawSubmission(ctx: Ctx, author: Viewer, id: string): void {
  const { assetId, campaignId } = ownSubmission(ctx, id, author)
  inTransaction(ctx.db, () => {
    ctx.db.delete(submissions).where(eq(submissions.id, id)).run()
    if (assetId !== null) deleteAsset(ctx, author, assetId)
    if (campaignId !== null) noteScores(ctx, campaignId)
  })
}
