import { and, eq, isNull, or } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { isMadeAlike } from '../../lib/music/ai-labels.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownCasset } from '../casset.ts'
import { countChange, refuseStale } from '../revision.ts'
import type { Made } from './model.ts'
import type { TrackRow } from './to-track.ts'

/**
 * Says of all tracks of the caller's on their casset how they were made, in place of what was said
 * of each (rule: track-kind). Returns the casset's new ETag. Throws BAD_STATE when `ifMatch` does
 * not match.
 */
export function sayMade(ctx: Ctx, author: Viewer, cassetId: string, made: Made, ifMatch: string | null): string {
  const casset = ownCasset(ctx, cassetId, author)
  refuseStale(casset, ifMatch)
  const isOwn = or(isNull(tracks.contributorId), eq(tracks.contributorId, author.artistId))
  return inTransaction(ctx.db, () => {
    ctx.db
      .update(tracks)
      .set(made)
      .where(and(eq(tracks.cassetId, casset.id), isNull(tracks.withdrawnAt), isOwn))
      .run()
    return countChange(ctx, casset)
  })
}

/** Returns what is said of all of an artist's own tracks on a casset; nothing where they differ. */
export function madeAlike(ctx: Ctx, cassetId: string): Partial<Pick<TrackRow, 'kind' | 'aiDisclosure'>> {
  const [first, ...others] = ctx.db
    .select({ kind: tracks.kind, aiDisclosure: tracks.aiDisclosure })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), isNull(tracks.withdrawnAt), isNull(tracks.contributorId)))
    .all()
  if (!first) return {}
  return others.every((other) => isMadeAlike(first, other)) ? first : {}
}
