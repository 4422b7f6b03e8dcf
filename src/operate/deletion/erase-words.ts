import { and, eq, isNull } from 'drizzle-orm'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { comments } from '../../../db/schema/room/room.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { noteScores } from '../../drop/score-news.ts'
import { createPace } from '../../lib/pace.ts'
import { eraseComment } from '../../room/remove-comment.ts'
import type { Gone } from './erase-traces.ts'

const atOnce = 25

/** Erases what somebody wrote in rooms, and tells those who are there. */
export async function eraseComments(ctx: Ctx, { userId }: Gone): Promise<void> {
  const whereKept = and(eq(comments.authorId, userId), isNull(comments.removedAt))
  const pace = createPace(ctx.monotonicMs)
  for (;;) {
    const some = ctx.db.select().from(comments).where(whereKept).limit(atOnce).all()
    if (some.length === 0) return
    for (const comment of some) {
      const world = worldById(ctx, comment.cassetId)
      if (world) eraseComment(ctx, world, comment, { userId })
      await pace()
    }
  }
}

/** Deletes the clips that somebody sent of hooks; who won a drop by one stays its winner. */
export async function eraseSubmissions(ctx: Ctx, { userId }: Gone): Promise<void> {
  const theirs = eq(submissions.userId, userId)
  for (;;) {
    const some = ctx.db.select().from(submissions).where(theirs).limit(atOnce).all()
    if (some.length === 0) return
    await ctx.jointly(() => {
      for (const { id, campaignId } of some) {
        ctx.db.delete(submissions).where(eq(submissions.id, id)).run()
        if (campaignId !== null) noteScores(ctx, campaignId)
      }
    })
  }
}
