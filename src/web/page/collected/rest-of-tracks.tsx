import GuestRest from '../../../../public/islands/guest/rest.tsx'
import { cassetForSale, isShownTo } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import type { Order } from '../../../order/order.ts'
import type { Money } from '../../../platform/http/request/schema.ts'
import { heldByLink } from '../../../shop/guest/rest-of-links.ts'
import { restFor } from '../../../shop/rest/rest.ts'
import { island } from '../../document/island.tsx'
import { canCollect } from '../../parts/tape-view.ts'

const RestKey = island('guest/rest', GuestRest)

/** The rest of single tracks: theirs already, or for this price; null where it is not sold. */
export type RestOfTracks = { isTheirs: true } | { isTheirs: false; price: Money } | null

/** Whether a link is that of single tracks, and nobody has the rest by it yet. */
export const isOfTracks = (ctx: Ctx, { cassetId }: Order, secret: string): boolean =>
  heldByLink(ctx, secret, cassetId)?.hasRest === false

/** Returns the rest of the order behind a secret link (rule: the-rest). */
export function restOfTracks(ctx: Ctx, { cassetId }: Order, secret: string): RestOfTracks {
  const held = heldByLink(ctx, secret, cassetId)
  if (!held) return null
  if (held.hasRest) return { isTheirs: true }
  const forSale = cassetForSale(ctx, cassetId)
  const { priceMinor, currency } = forSale.casset
  const due = restFor(ctx, forSale.casset, held, priceMinor)
  const price = { amount: due.priceMinor, currency }
  const isSold = due.creditMinor > 0 && isShownTo(forSale, null) && canCollect(ctx, forSale.artist.handle, price)
  return isSold ? { isTheirs: false, price } : null
}

export function Rest({ rest, secret, slug }: { rest: RestOfTracks; secret: string; slug: string }) {
  if (rest === null) return null
  if (rest.isTheirs) return <p>{say('The rest was bought with this link: all of it is yours.')}</p>
  return (
    <div>
      <p>{say('What you paid is taken off the price of the rest. It goes with this link, too.')}</p>
      <RestKey
        secret={secret}
        path={`/checkout/${slug}`}
        label={say('Get the rest for {price}', { price: priceTag(rest.price) })}
      />
    </div>
  )
}
