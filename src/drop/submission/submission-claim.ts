import { eq } from 'drizzle-orm'
import { submissions } from '../../../db/schema/drop/submission.ts'
import type { TrackClaim } from '../../casset/track/loss/track-claim.ts'

/** Clips of a track's hook follow it to another tape of its artist. */
export const submissionClaim: TrackClaim = {
  follow({ db }, { hookId }, cassetId) {
    db.update(submissions).set({ cassetId }).where(eq(submissions.hookId, hookId)).run()
  },
}
