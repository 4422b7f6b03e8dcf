import { and, asc, eq, isNull } from 'drizzle-orm'
import { isAmong } from '../../db/among.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { releaseTracks } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'

/**
 * Returns the caller's casset if all these tracks are on it; `releasedFrom` is the one of a release
 * that exists. Throws VALIDATION, with the position in the list, for a track that is not theirs, on
 * another of their tapes, withdrawn, or listed twice. A track on a co-casset is a copy, which the
 * artist of the original releases.
 */
export function cassetOfTracks(
  ctx: Ctx,
  author: Viewer,
  trackIds: readonly string[],
  releasedFrom: string | undefined = undefined,
): string {
  const cassetOf = new Map(
    ctx.db
      .select({ id: tracks.id, cassetId: tracks.cassetId })
      .from(tracks)
      .innerJoin(cassets, eq(cassets.id, tracks.cassetId))
      .where(
        and(
          isAmong(tracks.id, trackIds),
          eq(cassets.artistId, author.artistId),
          isNull(cassets.slug),
          isNull(tracks.withdrawnAt),
        ),
      )
      .all()
      .map(({ id, cassetId }) => [id, cassetId]),
  )
  const only = releasedFrom ?? cassetOf.get(trackIds[0] ?? '')
  for (const [index, id] of trackIds.entries()) {
    const field = `trackIds.${index}`
    const cassetId = cassetOf.get(id)
    if (cassetId === undefined) throw invalid(field, say('This is not a track of your own casset.'))
    if (cassetId !== only)
      throw invalid(field, say('This track is on another casset: a release has the tracks of one.'))
    if (trackIds.indexOf(id) !== index) throw invalid(field, say('This track is listed twice.'))
  }
  if (only === undefined || trackIds.length === 0) throw invalid('trackIds', say('A release has at least one track.'))
  return only
}

/** Replaces the tracks of a release. Called in a transaction. */
export function putTracks(ctx: Ctx, releaseId: string, trackIds: readonly string[]): void {
  ctx.db.delete(releaseTracks).where(eq(releaseTracks.releaseId, releaseId)).run()
  for (const [index, trackId] of trackIds.entries()) {
    ctx.db
      .insert(releaseTracks)
      .values({ releaseId, position: index + 1, trackId })
      .run()
  }
}

export const trackIdsOf = (ctx: Ctx, releaseId: string): string[] =>
  ctx.db
    .select({ id: releaseTracks.trackId })
    .from(releaseTracks)
    .where(eq(releaseTracks.releaseId, releaseId))
    .orderBy(asc(releaseTracks.position))
    .all()
    .map(({ id }) => id)
