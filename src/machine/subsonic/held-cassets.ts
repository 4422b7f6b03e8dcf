import { and, asc, eq, gt, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { streamPasses, trackHoldings } from '../../../db/schema/casset/access.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { decideStream, type Playable } from '../../casset/access/decide-access.ts'
import { heldOf, holdsTrack } from '../../casset/access/held-of.ts'
import { whereHeldSince } from '../../casset/access/held-track.ts'
import { hasStreamPass } from '../../casset/access/stream-pass.ts'
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

const supportedCassets = prepared((db) =>
  db
    .select({ cassetId: cassets.id, since: cassets.createdAt, until: streamPasses.until })
    .from(streamPasses)
    .innerJoin(cassets, eq(cassets.artistId, streamPasses.artistId))
    .where(
      and(
        eq(streamPasses.userId, placeholder('userId')),
        eq(streamPasses.mode, placeholder('mode')),
        gt(streamPasses.until, placeholder('now')),
      ),
    ),
)

/**
 * Returns the cassets of which an account holds all or something, or that it hears as a supporter
 * until a moment, and since when (ms).
 */
export function cassetsHeldBy(ctx: Ctx, userId: string): { cassetId: string; since: number; until?: number }[] {
  const { db, config } = ctx
  const held = heldCassets(db).all({ userId, mode: config.paymentMode })
  const known = new Set(held.map(({ cassetId }) => cassetId))
  const supported = supportedCassets(db).all({ userId, mode: config.paymentMode, now: ctx.now() })
  return [...held, ...supported.filter(({ cassetId }) => !known.has(cassetId))]
}

/**
 * Returns what an account can hear of a casset now, as its own or as a supporter; undefined for
 * nothing.
 */
export function heldCasset(ctx: Ctx, cassetId: string, viewer: Viewer, since: number): HeldCasset | undefined {
  const world = worldById(ctx, cassetId)
  if (!world || world.casset.takenDown === 'law') return undefined
  const held = heldOf(ctx, cassetId, viewer.userId)
  const isSupported = hasStreamPass(ctx, world, viewer)
  const found = tracksOf(ctx.db).all({ cassetId, since })
  const theirs = found.filter((track) => holdsTrack(held, track) || (isSupported && track.active))
  return theirs.length === 0 ? undefined : { world, since, tracks: theirs }
}

/**
 * Returns the stream of a track that an account holds or hears as a supporter; undefined for every
 * other track, also for one that everybody hears. Throws BAD_STATE and NOT_FOUND as `decideStream`
 * does.
 */
export function decideHeld(ctx: Ctx, trackId: string, viewer: Viewer): (Playable & { access: 'full' }) | undefined {
  const playable = decideStream(ctx, trackId, viewer)
  if (playable.access !== 'full') return undefined
  if (playable.entitlement.ground.by === 'pass') return playable
  const held = heldOf(ctx, playable.track.cassetId, viewer.userId)
  return holdsTrack(held, playable.track) ? playable : undefined
}
