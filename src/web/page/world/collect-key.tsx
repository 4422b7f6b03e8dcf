import { say } from '../../../lib/language/say.ts'
import { notedPrice, type Sum } from '../../../lib/money.ts'
import type { RestPrice } from '../../../money/checkout/rest.ts'
import type { Media } from '../../parts/tape-view.ts'
import type { VisitorState } from '../../parts/visitor-state.ts'

type CollectKeyProps = {
  sale: VisitorState
  casset: Media['casset']
  rest: RestPrice
  priceNote: string | null
  /** Beside the other keys of the front, or, on a phone, the one that stays in sight below it. */
  place: 'front' | 'foot'
}

/** The link to the checkout, if the casset can be collected. */
export function CollectKey({ sale, casset: { slug, price, opensAt }, rest, priceNote, place }: CollectKeyProps) {
  if (sale !== 'open') return null
  const due = { ...price, amount: rest.priceMinor }
  return (
    <a class={place === 'front' ? 'key' : 'key go foot-buy'} href={`/checkout/${slug}`}>
      {textOf(due, priceNote, opensAt !== undefined, rest.creditMinor > 0)}
    </a>
  )
}

function textOf(due: Sum, priceNote: string | null, isPreorder: boolean, isRest: boolean): string {
  const price = notedPrice(due, priceNote)
  if (due.amount === 0) return say('Get it free')
  if (isPreorder) return say('Preorder for {price}', { price })
  return isRest ? say('Get the rest for {price}', { price }) : say('Buy for {price}', { price })
}
