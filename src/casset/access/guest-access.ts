import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { type Playable, trackById } from './decide-access.ts'
import { Entitlement, type Holding } from './entitlement.ts'
import { heldHashes } from './held-extra.ts'
import { type Held, type HeldTracks, heldTracksOf } from './held-of.ts'
import { isHeldSince } from './held-track.ts'
import { lostOfRest, restOfSingles, singlesOfGuest, singlesWithRest } from './track-holding.ts'
import { worldById } from './visible-casset.ts'

const heldAs = (isGift: boolean) =>
  prepared((db) =>
    db
      .select({ cassetId: purchases.cassetId, since: purchases.purchasedAt })
      .from(purchases)
      .where(
        and(
          eq(purchases.orderId, sql.placeholder('orderId')),
          isNull(purchases.userId),
          eq(purchases.isGift, isGift),
          isNull(purchases.endedAt),
          whereCounted(purchases.mode, sql.placeholder('mode')),
        ),
      ),
  )

// A gift is its taker's, and never its payer's.
const held = heldAs(false)
const heldGift = heldAs(true)

/**
 * Returns what a guest holds by an order: a casset since a moment (ms), or tracks of it. Once the
 * rest was bought, the order of the tracks holds the whole casset too.
 */
function heldByGuest(ctx: Ctx, orderId: string): (HeldTracks & { cassetId: string }) | undefined {
  const whole = wholeOf(ctx, orderId)
  if (whole) return whole
  const restId = restOfSingles(ctx, orderId)
  if (restId !== undefined) return wholeOf(ctx, restId)
  const found = singlesOfGuest(ctx, orderId)
  return found && tracksIn(ctx, found.cassetId, { wholes: [], singles: found.singles })
}

/** Returns what an order of a whole casset holds, with the tracks that it was the rest of. */
function wholeOf(ctx: Ctx, orderId: string): (HeldTracks & { cassetId: string }) | undefined {
  const whole = held(ctx.db).get({ orderId, mode: ctx.config.paymentMode })
  if (!whole) return undefined
  const { cassetId, since } = whole
  const { singles } = singlesWithRest(ctx, orderId)
  return tracksIn(ctx, cassetId, { wholes: [{ since, lost: lostOfRest(ctx, orderId) }], singles })
}

const tracksIn = (ctx: Ctx, cassetId: string, tracks: Held) => ({
  cassetId,
  ...(heldTracksOf(ctx, cassetId, tracks) ?? { since: ctx.now(), only: [] }),
})

/** Returns the orders by which a guest has what an order holds: its own, and those of the rest. */
export function ordersBehind(ctx: Ctx, orderId: string): string[] {
  const restId = restOfSingles(ctx, orderId) ?? orderId
  return [...new Set([orderId, restId, ...singlesWithRest(ctx, restId).orderIds])]
}

/** Whether an order's guest has what was bought: it has not ended, and no account claimed it. */
export const isHeldByGuest = (ctx: Ctx, orderId: string): boolean => heldByGuest(ctx, orderId) !== undefined

/**
 * Returns the casset that a guest collected with an order, which the caller has found by the
 * guest's secret. Throws NOT_FOUND when the guest does not have it any more.
 */
export const guestHolding = (ctx: Ctx, orderId: string): Holding => holdingOf(ctx, orderId, heldByGuest(ctx, orderId))

/**
 * Returns the casset of a gift that somebody took without an account: the caller has found its
 * order by the taker's own secret (rule: taken-gifts). Throws NOT_FOUND when they do not have it
 * any more.
 */
export function takenHolding(ctx: Ctx, orderId: string): Holding {
  const found = heldGift(ctx.db).get({ orderId, mode: ctx.config.paymentMode })
  const whole =
    found && tracksIn(ctx, found.cassetId, { wholes: [{ since: found.since, lost: new Set() }], singles: new Map() })
  return holdingOf(ctx, orderId, whole)
}

function holdingOf(ctx: Ctx, orderId: string, found: (HeldTracks & { cassetId: string }) | undefined): Holding {
  const world = found && worldById(ctx, found.cassetId)
  if (!world || world.casset.takenDown === 'law') throw notFound('casset')
  const { cassetId, ...tracks } = found
  const masters = heldHashes(ctx, cassetId, tracks)
  return { world, entitlement: new Entitlement({ by: 'purchase', holder: orderId, ...tracks }, masters) }
}

/** Decides on a track for whoever has a link. Throws NOT_FOUND for one that is not held. */
export function decideHeldAccess(ctx: Ctx, { world, entitlement }: Holding, trackId: string): Playable {
  const track = trackById(ctx.db).get({ id: trackId })
  const { since, only } = entitlement.ground
  const isTheirs = track?.cassetId === world.casset.id && since !== null && isHeldSince(track, since)
  if (!isTheirs || only?.includes(trackId) === false) throw notFound('track')
  return { track, access: 'full', entitlement }
}
