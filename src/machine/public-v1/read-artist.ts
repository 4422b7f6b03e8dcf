import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { whereShown } from '../../casset/access/held-track.ts'
import { isTapeOf, tapeDay } from '../../casset/read-tapes.ts'
import type { Ctx } from '../../context.ts'

const mostTracks = 500

const byHandle = prepared((db) => {
  const { displayName, bio, verified, handle } = artists
  return db
    .select({ displayName, bio, verified, artistId: artists.id })
    .from(artists)
    .innerJoin(cassets, and(eq(cassets.artistId, artists.id), isNull(cassets.slug), isNull(cassets.word)))
    .where(and(eq(handle, sql.placeholder('handle')), eq(cassets.published, true), eq(cassets.privacy, 'public')))
})

const ofTapes = prepared((db) => {
  const { id, title, kind, durationSec, cassetId, position } = tracks
  const isPublic = and(eq(cassets.published, true), eq(cassets.privacy, 'public'))
  return db
    .select({ title, kind, durationSec })
    .from(cassets)
    .innerJoin(tracks, eq(cassetId, cassets.id))
    .where(and(isTapeOf, isPublic, whereShown))
    .orderBy(desc(tapeDay), desc(cassets.id), asc(position), asc(id))
    .limit(mostTracks)
})

/**
 * Returns an artist whose first casset is published and public, else undefined: unknown, private
 * and unpublished are the same.
 */
export const publicArtist = ({ db }: Ctx, handle: string) => byHandle(db).get({ handle })

/**
 * Returns the first 500 ready, active tracks of an artist's public tapes: the newest tape first,
 * and those of a tape by position (rule: v1-catalog).
 */
export const publicTracks = ({ db }: Ctx, artistId: string) => ofTapes(db).all({ artistId })
