import { inTransaction } from '../../db/commits.ts'
import { countTapes, createTape } from '../casset/tape.ts'
import { putTrackOnTape } from '../casset/track/move-track.ts'
import type { TrackRow } from '../casset/track/to-track.ts'
import { updateCasset } from '../casset/update-casset.ts'
import type { Ctx } from '../context.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { demoPrice } from './artists.ts'
import { TAPES } from './cast/sayings.ts'
import { playedBy } from './played-by.ts'

/**
 * Makes the further tapes of the demo's artist from their recorded tracks, by slug, and publishes
 * them: once, unless whoever plays with it made some first.
 */
export function makeTapes(ctx: Ctx, recorded: ReadonlyMap<string, TrackRow>): void {
  const { viewer } = playedBy(ctx, TAPES.by)
  if (countTapes(ctx, viewer.artistId) > 1) return
  const currency = newPriceCurrency(ctx)
  inTransaction(ctx.db, () => {
    for (const { name, kind, word, releasedOn, priceMinor, slugs } of TAPES.tapes) {
      const { id } = createTape(ctx, viewer, { name, kind, word })
      for (const slug of slugs) {
        const track = recorded.get(slug)
        if (track) putTrackOnTape(ctx, viewer, track.id, id)
      }
      updateCasset(ctx, viewer, id, { price: demoPrice(priceMinor, currency), releasedOn, published: true }, null)
    }
  })
}
