import { eq } from 'drizzle-orm'
import { purchases } from '../../../db/schema/money/checkout.ts'
import { hookFiguresOf } from '../../casset/hook/hook-figures.ts'
import { heldTracks } from '../../casset/track/list-tracks.ts'
import { toTrack } from '../../casset/track/to-track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { doesCount } from '../../platform/payment/mode.ts'

/**
 * Returns the tracks that the caller's purchase holds, in order, including those that the artist
 * has since taken off the casset (rule: held-tracks). Throws NOT_FOUND, FORBIDDEN when it is
 * another's, BAD_STATE when it has ended or was paid in another mode.
 */
export function purchasedTracks(ctx: Ctx, { userId }: Viewer, id: string) {
  const purchase = ctx.db.select().from(purchases).where(eq(purchases.id, id)).get()
  if (!purchase) throw notFound('purchase')
  if (purchase.userId !== userId) throw new AppError('FORBIDDEN', 'This purchase is somebody else’s.')
  const { cassetId, purchasedAt, mode } = purchase
  if (!doesCount(ctx, mode)) {
    throw new AppError('BAD_STATE', 'This purchase was paid in another payment mode (test or live).', {
      hint: 'Collect the casset to hear all of it.',
    })
  }
  if (purchase.endedAt !== null) {
    throw new AppError('BAD_STATE', 'This purchase has ended.', { hint: 'Collect the casset to hear all of it again.' })
  }
  const figuresOf = hookFiguresOf(ctx, cassetId, userId)
  return heldTracks(ctx, cassetId, purchasedAt).map((track) => toTrack(track, figuresOf(track.hookId)))
}
