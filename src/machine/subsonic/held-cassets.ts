import { and, asc, type Column, eq, gt, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { streamPasses, trackHoldings } from '../../../db/schema/casset/access.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { playedOf } from '../../casset/access/audio-file.ts'
import { decideStream, type Playable } from '../../casset/access/decide-access.ts'
import { heldOf, holdsTrack } from '../../casset/access/held-of.ts'
import { whereHeldSince } from '../../casset/access/held-track.ts'
import { hasStreamPass } from '../../casset/access/stream-pass.ts'
import { type World, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

const { placeholder } = sql

type Which = (cassetId: Column) => SQL | undefined

const every: Which = () => undefined
const one: Which = (cassetId) => eq(cassetId, placeholder('cassetId'))

const held = (db: Db, which: Which) => {
  const { userId, cassetId, purchasedAt, endedAt, mode } = purchases
  const isTheirs = eq(userId, placeholder('userId'))
  const wholes = db
    .select({ cassetId, since: purchasedAt })
    .from(purchases)
    .where(and(isTheirs, which(cassetId), isNull(endedAt), whereCounted(mode, placeholder('mode'))))
  const ofTrack = trackHoldings
  const singles = db
    .select({ cassetId: ofTrack.cassetId, since: sql<number>`${ofTrack.heldSince}` })
    .from(ofTrack)
    // Written as in the index `track_holdings_by_user`.
    .where(
      and(
        sql`${ofTrack.userId} IS NOT NULL`,
        eq(ofTrack.userId, placeholder('userId')),
        which(ofTrack.cassetId),
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
}

const heldCassets = prepared((db) => held(db, every))
const heldOne = prepared((db) => held(db, one))

const tracksOf = prepared((db) => {
  const { id, title, byNames, position, isrc, mbid, createdAt, loudnessLufs } = tracks
  const { sha256, bytes, format, playSha256, playBytes, playFormat, lightBytes } = tracks
  const { durationSec, sampleRate, bitDepth } = tracks
  const { status, active, inactiveAt, takenDown, closed } = tracks
  return db
    .select({
      ...{ id, title, byNames, position, isrc, mbid, createdAt, loudnessLufs },
      ...{ sha256, bytes, format, playSha256, playBytes, playFormat, lightBytes },
      ...{ durationSec, sampleRate, bitDepth },
      ...{ status, active, inactiveAt, takenDown, closed },
    })
    .from(tracks)
    .where(and(eq(tracks.cassetId, placeholder('cassetId')), whereHeldSince(placeholder('since'))))
    .orderBy(asc(tracks.position), asc(tracks.id))
})

export type HeldTrack = ReturnType<ReturnType<typeof tracksOf>['all']>[number]

/**
 * A casset of which somebody has tracks, since when (ms), and those of them that can be heard, each
 * with the file that is played.
 */
export type HeldCasset = { world: World; since: number; tracks: HeldTrack[] }

const supported = (db: Db, which: Which) =>
  db
    .select({ cassetId: cassets.id, since: cassets.createdAt, until: streamPasses.until })
    .from(streamPasses)
    .innerJoin(cassets, eq(cassets.artistId, streamPasses.artistId))
    .where(
      and(
        eq(streamPasses.userId, placeholder('userId')),
        eq(streamPasses.mode, placeholder('mode')),
        gt(streamPasses.until, placeholder('now')),
        which(cassets.id),
      ),
    )

const supportedCassets = prepared((db) => supported(db, every))
const supportedOne = prepared((db) => supported(db, one))

/** Since when (ms) an account has a casset, and until when, if it hears it as a supporter. */
type Since = { cassetId: string; since: number; until?: number }

/** Returns the cassets that an account holds in whole or part, or hears as a supporter. */
export function cassetsHeldBy({ db, config, now }: Ctx, userId: string): Since[] {
  const asked = { userId, mode: config.paymentMode }
  const own = heldCassets(db).all(asked)
  const known = new Set(own.map(({ cassetId }) => cassetId))
  const more = supportedCassets(db).all({ ...asked, now: now() })
  return [...own, ...more.filter(({ cassetId }) => !known.has(cassetId))]
}

/** Returns the same of one casset. */
export function heldSince({ db, config, now }: Ctx, userId: string, cassetId: string): Since | undefined {
  const asked = { userId, cassetId, mode: config.paymentMode }
  return heldOne(db).get(asked) ?? supportedOne(db).get({ ...asked, now: now() })
}

/**
 * Returns what an account can hear of a casset now, as its own or as a supporter; undefined for
 * nothing.
 */
export function heldCasset(ctx: Ctx, { cassetId, since }: Since, viewer: Viewer): HeldCasset | undefined {
  const world = worldById(ctx, cassetId)
  if (!world || world.casset.takenDown === 'law') return undefined
  const holdings = heldOf(ctx, cassetId, viewer.userId)
  const isSupported = hasStreamPass(ctx, world, viewer)
  const found = tracksOf(ctx.db).all({ cassetId, since })
  const theirs = found.filter((track) => holdsTrack(holdings, track) || (isSupported && track.active))
  if (theirs.length === 0) return undefined
  return { world, since, tracks: theirs.map((track) => ({ ...track, ...playedOf(track) })) }
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
  const holdings = heldOf(ctx, playable.track.cassetId, viewer.userId)
  return holdsTrack(holdings, playable.track) ? playable : undefined
}
