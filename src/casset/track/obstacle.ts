import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { givenState } from '../../platform/own-state.ts'
import type { TrackRow } from './to-track.ts'

/** A reason that keeps a track where it is: whether it applies, and the message for the artist. */
export type TrackObstacle = {
  isHolding(ctx: Ctx, hookId: string): boolean
  readonly error: string
  readonly hint: string
}

/** The list of all track obstacles. */
export const trackObstaclesOf = givenState<readonly TrackObstacle[]>('obstacles of tracks')

/**
 * Throws BAD_STATE while an obstacle keeps one of these tracks where it is (rule: drop-opening).
 */
export function refuseHeldBack(ctx: Ctx, all: readonly Pick<TrackRow, 'hookId'>[]): void {
  for (const { isHolding, error, hint } of trackObstaclesOf(ctx)) {
    if (all.some(({ hookId }) => isHolding(ctx, hookId))) throw new AppError('BAD_STATE', error, { hint })
  }
}
