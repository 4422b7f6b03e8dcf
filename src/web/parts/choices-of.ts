import type { Ctx } from '../../context.ts'
import { priceTag } from '../../lib/money.ts'
import { paidForTracks, type RestPrice, restPrice } from '../../money/checkout/rest.ts'
import type { Viewer } from '../../platform/http/session.ts'
import type { Choice } from './choices.tsx'
import type { Media } from './tape-view.ts'

/**
 * Returns the price of a casset for a viewer, less what they have paid for its tracks
 * (rule: the-rest).
 */
export function priceFor(ctx: Ctx, viewer: Viewer | null, { casset }: Media): RestPrice {
  const { amount, currency } = casset.price
  const paid = viewer ? paidForTracks(ctx, { cassetId: casset.id, holderId: viewer.userId }, currency) : 0
  return restPrice(amount, paid, currency)
}

/** Returns what can be bought of a casset: a track, where one is meant, and all of it. */
export function choicesOf(ctx: Ctx, viewer: Viewer | null, media: Media, trackId: string | null): Choice[] {
  const { casset, tracks } = media
  const { currency } = casset.price
  const { priceMinor, creditMinor } = priceFor(ctx, viewer, media)
  const track = tracks.find(({ id }) => id === trackId)
  const single = track?.price
    ? [{ path: `${casset.slug}/track/${track.id}`, name: track.title, price: track.price }]
    : []
  const note =
    creditMinor > 0 ? `${priceTag({ amount: creditMinor, currency })} less: you have paid for tracks of it` : undefined
  return [...single, { path: casset.slug, name: casset.name, price: { amount: priceMinor, currency }, note }]
}
