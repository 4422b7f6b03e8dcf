import { isInDrop } from '../campaign/campaign.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { TrackRow } from './to-track.ts'

/** Throws BAD_STATE while a drop uses one of these tracks: until it ends they stay (rule 13.4). */
export function refuseInDrop(ctx: Ctx, all: readonly Pick<TrackRow, 'hookId'>[]): void {
  if (!all.some(({ hookId }) => isInDrop(ctx, hookId))) return
  throw new AppError('BAD_STATE', 'This track is used by a drop.', { hint: 'End the drop first.' })
}
