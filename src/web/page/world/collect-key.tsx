import { say } from '../../../lib/language/say.ts'
import { notedPrice } from '../../../lib/money.ts'
import type { RestPrice } from '../../../money/checkout/rest.ts'
import type { Media } from '../../parts/tape-view.ts'
import type { VisitorState } from '../../parts/visitor-state.ts'

type CollectKeyProps = {
  sale: VisitorState
  casset: Media['casset']
  rest: RestPrice
  priceNote: string | null
  /** Beside the other keys of the front, or the one that stays in sight on a phone. */
  place: 'front' | 'foot'
}

/** The link to the checkout, if the casset can be collected. */
export function CollectKey({ sale, casset: { slug, price, opensAt }, rest, priceNote, place }: CollectKeyProps) {
  if (sale !== 'open') return null
  const due = { ...price, amount: rest.priceMinor }
  const verb = opensAt !== undefined ? 'Preorder' : rest.creditMinor > 0 ? say('Get the rest') : 'Buy'
  return (
    <a class={place === 'front' ? 'key wide-buy' : 'key go foot-buy'} href={`/checkout/${slug}`}>
      {due.amount === 0 ? say('Get it free') : say('{verb} for {due}', { verb, due: notedPrice(due, priceNote) })}
    </a>
  )
}
