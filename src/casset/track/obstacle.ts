import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { givenState } from '../../platform/own-state.ts'
import type { TrackRow } from './to-track.ts'

/** What can hold a track where it is: whether it does, and what the artist reads then. */
export type TrackObstacle = {
  isHolding(ctx: Ctx, hookId: string): boolean
  readonly error: string
  readonly hint: string
}

/** All that can hold a track where it is. */
export const trackObstaclesOf = givenState<readonly TrackObstacle[]>('obstacles of tracks')

/** Throws BAD_STATE while something holds one of these tracks where it is (rule: drop-opening). */
export function refuseHeldBack(ctx: Ctx, all: readonly Pick<TrackRow, 'hookId'>[]): void {
  for (const { isHolding, error, hint } of trackObstaclesOf(ctx)) {
    if (all.some(({ hookId }) => isHolding(ctx, hookId))) throw new AppError('BAD_STATE', error, { hint })
  }
}
