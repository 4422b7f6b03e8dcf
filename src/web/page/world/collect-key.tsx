import { notedPrice } from '../../../lib/money.ts'
import type { Media } from '../../parts/tape-view.ts'
import type { VisitorState } from '../../parts/visitor-state.ts'

type CollectKeyProps = { sale: VisitorState; casset: Media['casset']; priceNote: string | null }

/** The link to the checkout, if the casset can be collected. */
export function CollectKey({ sale, casset: { slug, price, opensAt }, priceNote }: CollectKeyProps) {
  if (sale !== 'open') return null
  return (
    <a class="key" href={`/checkout/${slug}`}>
      {price.amount === 0
        ? 'Get it free'
        : `${opensAt === undefined ? 'Collect' : 'Preorder'} for ${notedPrice(price, priceNote)}`}
    </a>
  )
}
