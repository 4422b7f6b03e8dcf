import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { MailReader } from '../../../platform/mail/reader-language.ts'
import { givenState } from '../../../platform/own-state.ts'
import type { TrackRow } from '../to-track.ts'

export type HeldTrack = Pick<TrackRow, 'id' | 'cassetId' | 'status' | 'inactiveAt'>

/**
 * A holder of a track: an account, or a guest by their order, since `at` (a time in ms). `artistId`
 * and `language`: of the account, and of a guest's order. `hasPaid`: whether they paid for it.
 */
export type Holder = MailReader & {
  id: string
  at: number
  holderId: string
  artistId: string | null
  hasPaid: boolean
}

/**
 * A page of the holders of a track of a casset until a moment, after the one that a page ended
 * with; without a track, of any of its tracks.
 */
export type HolderPage = {
  cassetId: string
  trackId: string | null
  heldUntil: number
  after: string
  afterAt: number
  most: number
}

export type EmojiHolderPage = Pick<HolderPage, 'heldUntil' | 'after' | 'afterAt' | 'most'> & { emojiId: string }

/** The claim of a room above on tracks and emoji: why they stay, and who has them. */
export type TrackClaim = {
  /** A reason that keeps a track where it is for now, with the message for its artist. */
  readonly obstacle?: { isHolding(ctx: Ctx, hookId: string): boolean; readonly error: string; readonly hint: string }
  /** Whether a track's row and files stay although its artist deletes it (rule: held-tracks). */
  isKept?(ctx: Ctx, track: HeldTrack): boolean
  /**
   * Returns why a track cannot go to another tape, in words for its artist; undefined when nothing
   * of this room holds it on its own.
   */
  binds?(ctx: Ctx, track: Pick<TrackRow, 'id' | 'hookId'>): string | undefined
  bindsTape?(ctx: Ctx, cassetId: string): string | undefined
  /** Takes what it has of a track along from its tape to another. Called in a transaction. */
  follow?(ctx: Ctx, track: Pick<TrackRow, 'id' | 'hookId' | 'cassetId'>, cassetId: string): void
  /** Returns a page of the people who have a track, ordered by `at` and `id`. */
  holders?(ctx: Ctx, page: HolderPage): Holder[]
  emojiHolders?(ctx: Ctx, page: EmojiHolderPage): Holder[]
  /** Erases what it has of a track that the law takes down. Called in a transaction. */
  erase?(ctx: Ctx, trackId: string): void
}

export const trackClaimsOf = givenState<readonly TrackClaim[]>('claims on tracks')

/** Throws BAD_STATE while an obstacle keeps one of these tracks in place (rule: drop-opening). */
export function refuseHeldBack(ctx: Ctx, all: readonly Pick<TrackRow, 'hookId'>[]): void {
  for (const { obstacle } of trackClaimsOf(ctx)) {
    if (!obstacle || !all.some(({ hookId }) => obstacle.isHolding(ctx, hookId))) continue
    throw new AppError('BAD_STATE', obstacle.error, { hint: obstacle.hint })
  }
}

/** Whether a deleted track stays, because somebody holds it or a signed release names it. */
export const isKept = (ctx: Ctx, track: HeldTrack): boolean =>
  trackClaimsOf(ctx).some((claim) => claim.isKept?.(ctx, track))

/**
 * Throws BAD_STATE, with the reason, while a track cannot go to another tape, or its tape or that
 * one cannot change (rule: moved-tracks).
 */
export function refuseBound(ctx: Ctx, track: TrackRow, tapes: readonly string[]): void {
  const all = trackClaimsOf(ctx)
  const reasons = all.flatMap((claim) => [claim.binds?.(ctx, track), ...tapes.map((id) => claim.bindsTape?.(ctx, id))])
  const reason = reasons.find((each) => each !== undefined)
  if (reason !== undefined) throw new AppError('BAD_STATE', reason)
}

/** Lets what other rooms have of a track follow it to another tape. Called in a transaction. */
export function followTrack(ctx: Ctx, track: TrackRow, cassetId: string): void {
  for (const claim of trackClaimsOf(ctx)) claim.follow?.(ctx, track, cassetId)
}
