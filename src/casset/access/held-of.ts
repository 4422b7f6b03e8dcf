import type { Ctx } from '../../context.ts'
import { heldPurchases } from './collected.ts'
import { type HoldableTrack, heldFiles, isHeldSince } from './held-track.ts'
import { lostOfRest, type Singles, singlesOf } from './track-holding.ts'

/** All of a casset, since a moment (ms), without the tracks whose price was paid back. */
type Whole = { since: number; lost: ReadonlySet<string> }

/** The holdings of an account in a casset: all of it, single tracks, or both. */
export type Held = { wholes: readonly Whole[]; singles: Singles }

/**
 * Returns what an account holds of a casset, in the present mode and for free. Orders of the whole
 * casset in `without` do not count.
 */
export const heldOf = (ctx: Ctx, cassetId: string, userId: string, without: readonly string[] = []): Held => ({
  wholes: heldPurchases(ctx, cassetId, userId)
    .filter(({ orderId }) => !without.includes(orderId))
    .map(({ since, orderId }) => ({ since, lost: lostOfRest(ctx, orderId) })),
  singles: singlesOf(ctx, cassetId, userId),
})

const momentsOf = ({ wholes, singles }: Held, trackId: string): number[] => {
  const single = singles.get(trackId)
  const of = wholes.flatMap(({ since, lost }) => (lost.has(trackId) ? [] : [since]))
  return single === undefined ? of : [...of, single]
}

/** Returns since when a track is held (ms); undefined when it is not. */
export function trackHeldSince(held: Held, trackId: string): number | undefined {
  const moments = momentsOf(held, trackId)
  return moments.length === 0 ? undefined : Math.min(...moments)
}

export const isWhole = ({ wholes }: Held): boolean => wholes.some(({ lost }) => lost.size === 0)

/** Whether a track is held, also when its artist has switched it off since. */
export const holdsTrack = (held: Held, track: HoldableTrack & { id: string }): boolean =>
  momentsOf(held, track.id).some((since) => isHeldSince(track, since))

/**
 * Held tracks as a download names them: since when (ms), and which, if it is not all of them; and
 * since when the whole casset is held.
 */
export type HeldTracks = { since: number; only?: readonly string[]; wholeSince?: number }

/** Returns that of what an account holds; undefined for nothing. */
export function heldTracksOf(ctx: Ctx, cassetId: string, held: Held): HeldTracks | undefined {
  const { wholes, singles } = held
  const since = Math.min(...wholes.map((whole) => whole.since), ...singles.values())
  if (since === Number.POSITIVE_INFINITY) return undefined
  const whole = wholes.length === 0 ? {} : { wholeSince: Math.min(...wholes.map((each) => each.since)) }
  if (wholes.length === 1 && isWhole(held) && singles.size === 0) return { since, ...whole }
  const only = heldFiles(ctx, cassetId, since).filter((track) => holdsTrack(held, track))
  return only.length === 0 ? undefined : { since, only: only.map(({ id }) => id), ...whole }
}

/** Whether an account has one of these tracks; without tracks, whether it has the casset. */
export function hasAnyOf(
  ctx: Ctx,
  { cassetId, trackIds }: { cassetId: string; trackIds: readonly string[] },
  userId: string,
): boolean {
  const held = heldOf(ctx, cassetId, userId)
  return trackIds.length === 0
    ? held.wholes.length > 0
    : trackIds.some((trackId) => trackHeldSince(held, trackId) !== undefined)
}
