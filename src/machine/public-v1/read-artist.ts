import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'

const mostTracks = 500

const byHandle = prepared((db) => {
  const { displayName, bio, verified, handle } = artists
  return db
    .select({ displayName, bio, verified, cassetId: cassets.id })
    .from(artists)
    .innerJoin(cassets, and(eq(cassets.artistId, artists.id), isNull(cassets.slug)))
    .where(and(eq(handle, sql.placeholder('handle')), eq(cassets.published, true), eq(cassets.privacy, 'public')))
})

const ofCasset = prepared((db) => {
  const { id, title, kind, durationSec, cassetId, active, status, position } = tracks
  return db
    .select({ title, kind, durationSec })
    .from(tracks)
    .where(and(eq(cassetId, sql.placeholder('cassetId')), eq(active, true), eq(status, 'READY')))
    .orderBy(asc(position), asc(id))
    .limit(mostTracks)
})

/**
 * Returns an artist whose casset is published and public, else undefined: unknown, private and
 * unpublished are the same.
 */
export const publicArtist = ({ db }: Ctx, handle: string) => byHandle(db).get({ handle })

/** Returns the first 500 ready, active tracks by position (rule: v1-catalog). */
export const publicTracks = ({ db }: Ctx, cassetId: string) => ofCasset(db).all({ cassetId })
