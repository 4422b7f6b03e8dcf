import { eq } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { submissionLikes, submissions } from '../../../db/schema/drop/submission.ts'
import type { Ctx } from '../../context.ts'
import type { Gone, Personal } from '../../platform/personal.ts'
import { noteScores } from '../score-news.ts'

export const submissionPersonal: Personal = {
  sections: [
    {
      name: 'clips',
      start: ['', ''],
      sql: `SELECT s.id, a.handle AS artist, t.title AS track, s.url, s.asset_id AS upload_id, s.caption, s.status, s.reason, s.likes,
          d.title AS drop_title, n.score AS drop_score, s.created_at, s.decided_at, s.hook_id AS k0, s.id AS k1
        FROM submissions s JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id
          LEFT JOIN hooks h ON h.id = s.hook_id LEFT JOIN tracks t ON t.id = h.track_id
          LEFT JOIN campaigns d ON d.id = s.campaign_id LEFT JOIN campaign_entries n ON n.submission_id = s.id
        WHERE s.user_id = $userId AND (s.hook_id, s.id) > ($k0, $k1) ORDER BY s.hook_id, s.id LIMIT $limit`,
    },
    {
      name: 'likes-of-clips',
      start: [''],
      sql: `SELECT submission_id AS clip_id, created_at, submission_id AS k0 FROM submission_likes
        WHERE user_id = $userId AND submission_id > $k0 ORDER BY submission_id LIMIT $limit`,
    },
  ],
  erases: ['submission_likes', 'submissions'],
  erase: eraseSubmissions,
  traces: [eraseSome(submissionLikes.submissionId, submissionLikes.userId, 'userId')],
}

const atOnce = 25

/** Deletes somebody's clips of hooks; a winner of a drop remains its winner. */
async function eraseSubmissions(ctx: Ctx, { userId }: Gone): Promise<void> {
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
