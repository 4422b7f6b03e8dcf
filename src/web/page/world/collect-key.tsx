import { priceNoteOf } from '../../../books/tax/price-note.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice, type Sum } from '../../../lib/money/money.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import type { RestPrice } from '../../../shop/rest/rest.ts'
import { priceFor } from '../../parts/choices-of.ts'
import type { Media } from '../../parts/tape-view.ts'
import { type VisitorState, visitorState } from '../../parts/visitor-state.ts'

export const collectKeyOf = (ctx: Ctx, media: Media, viewer: Viewer | null) => ({
  sale: visitorState(ctx, media),
  casset: media.casset,
  rest: priceFor(ctx, viewer && { holderId: viewer.userId }, media),
  priceNote: priceNoteOf(ctx, media.artist.handle),
})

type CollectKeyProps = {
  sale: VisitorState
  casset: Media['casset']
  rest: RestPrice
  priceNote: string | null
  /** Beside the other keys of the front, or, on a phone, the one that stays in sight below it. */
  place: 'front' | 'foot'
}

export function CollectKey({ sale, casset: { slug, price, opensAt }, rest, priceNote, place }: CollectKeyProps) {
  if (sale !== 'open') return null
  const due = { ...price, amount: rest.priceMinor }
  return (
    <a class={place === 'front' ? 'key' : 'key go foot-buy'} href={`/checkout/${slug}`}>
      {collectText(due, { priceNote, isPreorder: opensAt !== undefined, isRest: rest.creditMinor > 0 })}
    </a>
  )
}

type Collecting = {
  /** The seller's note on tax next to the price; null where it is said elsewhere. */
  priceNote: string | null
  isPreorder: boolean
  /** Whether the viewer has paid for some of its tracks. */
  isRest: boolean
}

export function collectText(due: Sum, { priceNote, isPreorder, isRest }: Collecting): string {
  const price = notedPrice(due, priceNote)
  if (due.amount === 0) return say('Get it free')
  if (isPreorder) return say('Preorder for {price}', { price })
  return isRest ? say('Get the rest for {price}', { price }) : say('Buy for {price}', { price })
}
