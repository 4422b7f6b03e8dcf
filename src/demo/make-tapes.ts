import { inTransaction } from '../../db/commits.ts'
import { countTapes, createTape } from '../casset/tape.ts'
import { putTrackOnTape } from '../casset/track/move-track.ts'
import type { TrackRow } from '../casset/track/to-track.ts'
import { updateCasset } from '../casset/update-casset.ts'
import type { Ctx } from '../context.ts'
import { addAsset } from '../platform/asset/add-asset.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { setEverything } from '../shop/everything/everything-offer.ts'
import { demoPrice } from './artists.ts'
import { TAPES } from './cast/sayings.ts'
import { playedBy } from './played-by.ts'
import { rendered } from './run-render.ts'

/**
 * Makes the further tapes of the demo's artist from their recorded tracks, by slug, with sleeves of
 * their own, publishes them and sells all of them together: once, unless whoever plays with it made
 * some first.
 */
export async function makeTapes(ctx: Ctx, recorded: ReadonlyMap<string, TrackRow>, signal: AbortSignal): Promise<void> {
  const { viewer } = playedBy(ctx, TAPES.by)
  if (countTapes(ctx, viewer.artistId) > 1) return
  const currency = newPriceCurrency(ctx)
  const covers = new Map<string, string>()
  for (const { word } of TAPES.tapes) covers.set(word, await paintSleeve(ctx, viewer, word, signal))
  inTransaction(ctx.db, () => {
    for (const { name, kind, word, releasedOn, priceMinor, slugs } of TAPES.tapes) {
      const { id } = createTape(ctx, viewer, { name, kind, word })
      for (const slug of slugs) {
        const track = recorded.get(slug)
        if (track) putTrackOnTape(ctx, viewer, track.id, id)
      }
      const price = demoPrice(priceMinor, currency)
      const coverAssetId = covers.get(word) ?? null
      // Without colours of its own it takes those of its sleeve.
      const look = { coverAssetId, themeTokens: {} }
      updateCasset(ctx, viewer, id, { price, releasedOn, ...look, published: true }, null)
    }
    setEverything(ctx, viewer.artistId, TAPES.together)
  })
}

/** Paints the sleeve of a tape that is no artist's first, and returns the picture's id. */
export async function paintSleeve(ctx: Ctx, viewer: Viewer, word: string, signal: AbortSignal): Promise<string> {
  const file = await rendered(ctx, ['tape', word, 'now'], `${word}.png`, signal)
  return (await addAsset(ctx, viewer, file)).id
}
