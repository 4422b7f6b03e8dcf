import { and, eq, inArray } from 'drizzle-orm'
import { playDays, playMonths } from '../../../db/schema/casset/play.ts'
import type { TrackClaim } from '../track/track-claim.ts'

/** The plays of a track go with it to another tape (rule: moved-tracks). */
export const playClaim: TrackClaim = {
  follow({ db }, { id, cassetId: from }, cassetId) {
    for (const table of [playDays, playMonths]) {
      const isOfTrack = and(eq(table.cassetId, from), inArray(table.counted, ['preview', 'whole']), eq(table.name, id))
      db.update(table).set({ cassetId }).where(isOfTrack).run()
    }
  },
}
