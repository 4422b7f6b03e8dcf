import { and, asc, eq, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { decideStream, type Playable } from '../../casset/access/decide-access.ts'
import { heldOf, holdsTrack } from '../../casset/access/held-of.ts'
import { whereHeldSince } from '../../casset/access/held-track.ts'
import { type World, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

const { placeholder } = sql

const heldCassets = prepared((db) => {
  const { userId, cassetId, purchasedAt, endedAt, mode } = purchases
  const wholes = db
    .select({ cassetId, since: purchasedAt })
    .from(purchases)
    .where(and(eq(userId, placeholder('userId')), isNull(endedAt), whereCounted(mode, placeholder('mode'))))
  const ofTrack = trackHoldings
  const singles = db
    .select({ cassetId: ofTrack.cassetId, since: sql<number>`${ofTrack.heldSince}` })
    .from(ofTrack)
    // Written as in the index `track_holdings_by_user`.
    .where(
      and(
        sql`${ofTrack.userId} IS NOT NULL`,
        eq(ofTrack.userId, placeholder('userId')),
        isNotNull(ofTrack.heldSince),
        isNull(ofTrack.endedAt),
        whereCounted(ofTrack.mode, placeholder('mode')),
      ),
    )
  const all = unionAll(wholes, singles).as('held')
  return db
    .select({ cassetId: all.cassetId, since: min(all.since).mapWith(Number) })
    .from(all)
    .groupBy(all.cassetId)
})

const tracksOf = prepared((db) => {
  const { id, title, byNames, position, isrc, mbid, createdAt, loudnessLufs, lyrics } = tracks
  const { bytes, format, durationSec, sampleRate, bitDepth, lightBytes } = tracks
  const { status, active, inactiveAt, takenDown, closed } = tracks
  return db
    .select({
      ...{ id, title, byNames, position, isrc, mbid, createdAt, loudnessLufs },
      ...{ bytes, format, durationSec, sampleRate, bitDepth, lightBytes },
      ...{ status, active, inactiveAt, takenDown, closed },
      hasLyrics: sql<number>`${lyrics} IS NOT NULL`.mapWith(Boolean),
    })
    .from(tracks)
    .where(and(eq(tracks.cassetId, placeholder('cassetId')), whereHeldSince(placeholder('since'))))
    .orderBy(asc(tracks.position), asc(tracks.id))
})

export type HeldTrack = ReturnType<ReturnType<typeof tracksOf>['all']>[number]

/** A casset of which somebody has tracks, since when (ms), and those of them that can be heard. */
export type HeldCasset = { world: World; since: number; tracks: HeldTrack[] }

/** Returns the cassets of which an account holds all or something, and since when (ms). */
export const cassetsHeldBy = ({ db, config }: Ctx, userId: string): { cassetId: string; since: number }[] =>
  heldCassets(db).all({ userId, mode: config.paymentMode })

/** Returns what an account holds of a casset and can hear now; undefined for nothing. */
export function heldCasset(ctx: Ctx, cassetId: string, userId: string, since: number): HeldCasset | undefined {
  const world = worldById(ctx, cassetId)
  if (!world || world.casset.takenDown === 'law') return undefined
  const held = heldOf(ctx, cassetId, userId)
  const found = tracksOf(ctx.db).all({ cassetId, since })
  const theirs = found.filter((track) => holdsTrack(held, track))
  return theirs.length === 0 ? undefined : { world, since, tracks: theirs }
}

/**
 * Returns the stream of a track that an account holds; undefined for every other track, also for
 * one that everybody hears. Throws BAD_STATE and NOT_FOUND as `decideStream` does.
 */
export function decideHeld(ctx: Ctx, trackId: string, viewer: Viewer): (Playable & { access: 'full' }) | undefined {
  const playable = decideStream(ctx, trackId, viewer)
  if (playable.access !== 'full') return undefined
  const held = heldOf(ctx, playable.track.cassetId, viewer.userId)
  return holdsTrack(held, playable.track) ? playable : undefined
}
