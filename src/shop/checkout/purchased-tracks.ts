import { eq } from 'drizzle-orm'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { playedOf, streamVersion } from '../../casset/access/audio-file.ts'
import { lostOfRest, tracksOfOrder } from '../../casset/access/track-holding.ts'
import { hookFiguresOf } from '../../casset/hook/hook-figures.ts'
import { heldTracks } from '../../casset/track/list-tracks.ts'
import { toTrack } from '../../casset/track/to-track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { doesCount } from '../../platform/payment/mode.ts'

/** A purchase: of all of a casset, or of `only` these tracks. */
type Bought = Pick<typeof purchases.$inferSelect, 'userId' | 'cassetId' | 'orderId' | 'mode' | 'endedAt'> & {
  purchasedAt: number
  only?: ReadonlySet<string>
}

/** Returns a purchase by its id, or single tracks by the id of their order. Throws NOT_FOUND. */
function boughtBy(ctx: Ctx, id: string): Bought {
  const purchase = ctx.db.select().from(purchases).where(eq(purchases.id, id)).get()
  if (purchase) return purchase
  const rows = tracksOfOrder(ctx, { id })
  const [first] = rows
  if (!first || first.heldSince === null) throw notFound('purchase')
  return { ...first, purchasedAt: first.heldSince, only: new Set(rows.map(({ trackId }) => trackId)) }
}

/**
 * Returns the tracks that the caller's purchase holds, in order, including those that the artist
 * has since taken off the casset (rule: held-tracks). Throws NOT_FOUND, FORBIDDEN when it is
 * another's, BAD_STATE when it has ended or was paid in another mode.
 */
export function purchasedTracks(ctx: Ctx, { userId }: Viewer, id: string) {
  const { cassetId, orderId, purchasedAt, mode, only, ...purchase } = boughtBy(ctx, id)
  if (purchase.userId !== userId) throw new AppError('FORBIDDEN', say('This purchase is somebody else’s.'))
  if (!doesCount(ctx, mode)) {
    throw new AppError('BAD_STATE', say('This purchase was paid in another payment mode (test or live).'), {
      hint: say('Buy the casset to hear all of it.'),
    })
  }
  if (purchase.endedAt !== null) {
    throw new AppError('BAD_STATE', say('This purchase has ended.'), {
      hint: say('Buy the casset to hear all of it again.'),
    })
  }
  const figuresOf = hookFiguresOf(ctx, cassetId, userId)
  const lost = lostOfRest(ctx, orderId)
  return heldTracks(ctx, cassetId, purchasedAt)
    .filter((track) => !lost.has(track.id) && (only?.has(track.id) ?? true))
    .map((track) => {
      const { bytes, sha256 } = playedOf(track)
      return { ...toTrack(track, figuresOf(track.hookId)), bytes, version: streamVersion(sha256) }
    })
}
