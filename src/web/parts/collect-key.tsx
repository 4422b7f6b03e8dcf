import { priceTag } from '../../../public/lib/format.ts'
import type { Config } from '../../config.ts'
import { saleOf } from '../sale.ts'
import type { Media } from '../tape-view.ts'

type CollectKeyProps = { config: Config; media: Media }

/** The key that leads to the checkout, where there is anything to collect. */
export function CollectKey({ config, media }: CollectKeyProps) {
  if (saleOf(config, media) !== 'open') return null
  const { slug, price } = media.casset
  return (
    <a class="key" href={`/checkout/${slug}`}>
      {price.amount === 0 ? 'Get it free' : `Collect for ${priceTag(price)}`}
    </a>
  )
}
