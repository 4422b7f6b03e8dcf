import { entitlementTo, type Playable } from '../../casset/access/decide-access.ts'
import type { Holding } from '../../casset/access/entitlement.ts'
import { decideHeldAccess, guestHolding } from '../../casset/access/guest-access.ts'
import { heldExtras } from '../../casset/access/held-extra.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import { type HeldExtra, toHeldExtra } from '../../casset/extra/shape.ts'
import { heldTracks } from '../../casset/track/list-tracks.ts'
import type { Ctx } from '../../context.ts'
import { byText } from '../../lib/music/by.ts'
import type { Order } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { heldOrder } from './read-collected.ts'

export const collectedTracks = (ctx: Ctx, { id: orderId }: Order) => tracksOfHolding(ctx, guestHolding(ctx, orderId))

export function tracksOfHolding(ctx: Ctx, { world, entitlement }: Holding) {
  const { only, since } = entitlement.ground
  return heldTracks(ctx, world.casset.id, since ?? ctx.now())
    .filter(({ id }) => only?.includes(id) ?? true)
    .map(({ id, title, byNames, durationSec, hookStartSec }) => ({
      ...{ id, title, durationSec, hookStartSec: hookStartSec ?? 0 },
      ...(byNames ? { artist: byText(byNames, world.artist.displayName) } : {}),
    }))
}

/** Returns the files that come with what somebody holds; none for single tracks. */
export const extrasOfHolding = (ctx: Ctx, { world, entitlement }: Holding): HeldExtra[] =>
  heldExtras(ctx, world.casset.id, entitlement.ground.wholeSince).map(toHeldExtra)

/** Returns the files that come with a casset that an account has; none where it has only tracks. */
export function extrasOfViewer(ctx: Ctx, cassetId: string, viewer: Viewer | null): HeldExtra[] {
  const world = worldById(ctx, cassetId)
  const entitlement = world && viewer ? entitlementTo(ctx, world, viewer) : undefined
  return world && entitlement ? extrasOfHolding(ctx, { world, entitlement }) : []
}

export const collectedExtras = (ctx: Ctx, { id: orderId }: Order) => extrasOfHolding(ctx, guestHolding(ctx, orderId))

/**
 * Returns a whole track of a guest's purchase to anybody with the secret link (rule: secret-link).
 * Throws NOT_FOUND, and BAD_STATE when the guest does not have it.
 */
export const playCollected = (ctx: Ctx, secret: string, trackId: string): Playable =>
  decideHeldAccess(ctx, guestHolding(ctx, heldOrder(ctx, secret).id), trackId)
