import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { givenState } from '../../platform/own-state.ts'
import type { TrackRow } from './to-track.ts'

/** A track as far as it decides whether somebody holds it. */
export type HeldTrack = Pick<TrackRow, 'id' | 'cassetId' | 'status' | 'inactiveAt'>

/** A holder of a track: an account, or a guest by their order, since `at` (a time in ms). */
export type Holder = { id: string; at: number; holderId: string; address: string; name: string }

/**
 * A page of the holders of a track of a casset until a moment, after the one that a page ended
 * with.
 */
export type HolderPage = {
  cassetId: string
  trackId: string
  heldUntil: number
  after: string
  afterAt: number
  most: number
}

/** The claim of a room above on tracks: why they stay, and who has them. */
export type TrackClaim = {
  /** A reason that keeps a track where it is for now, with the message for its artist. */
  readonly obstacle?: { isHolding(ctx: Ctx, hookId: string): boolean; readonly error: string; readonly hint: string }
  /** Whether a track's row and files stay although its artist deletes it (rule: held-tracks). */
  isKept?(ctx: Ctx, track: HeldTrack): boolean
  /** Returns a page of the people who have a track, ordered by `at` and `id`. */
  holders?(ctx: Ctx, page: HolderPage): Holder[]
  /** Erases what it has of a track that the law takes down. Called in a transaction. */
  erase?(ctx: Ctx, trackId: string): void
}

export const trackClaimsOf = givenState<readonly TrackClaim[]>('claims on tracks')

/**
 * Throws BAD_STATE while an obstacle keeps one of these tracks where it is (rule: drop-opening).
 */
export function refuseHeldBack(ctx: Ctx, all: readonly Pick<TrackRow, 'hookId'>[]): void {
  for (const { obstacle } of trackClaimsOf(ctx)) {
    if (!obstacle || !all.some(({ hookId }) => obstacle.isHolding(ctx, hookId))) continue
    throw new AppError('BAD_STATE', obstacle.error, { hint: obstacle.hint })
  }
}

/**
 * Whether a track has to stay although its artist deletes it, because somebody holds it or a signed
 * release names it.
 */
export const isKept = (ctx: Ctx, track: HeldTrack): boolean =>
  trackClaimsOf(ctx).some((claim) => claim.isKept?.(ctx, track))
