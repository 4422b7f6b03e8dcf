import { and, eq, inArray } from 'drizzle-orm'
import { playDays, playMonths } from '../../../db/schema/casset/play.ts'
import type { TrackClaim } from '../track/loss/track-claim.ts'

/** The sums that are counted by the id of a track. */
const ofTracks = ['preview', 'whole'] as const

/** The plays of a track go with it to another tape (rule: moved-tracks). */
export const playClaim: TrackClaim = {
  follow({ db }, { id, cassetId: from }, cassetId) {
    const ofDays = and(eq(playDays.cassetId, from), inArray(playDays.counted, ofTracks), eq(playDays.name, id))
    db.update(playDays).set({ cassetId }).where(ofDays).run()
    const ofMonths = and(eq(playMonths.cassetId, from), inArray(playMonths.counted, ofTracks), eq(playMonths.name, id))
    db.update(playMonths).set({ cassetId }).where(ofMonths).run()
  },
}
