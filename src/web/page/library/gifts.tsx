import GivenIsland from '../../../../public/islands/gift/given.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { listGifts } from '../../../shop/gift/gift.ts'
import { island } from '../../document/island.tsx'
import { GiveBack, returnableById } from '../../parts/checkout/give-back.tsx'
import { ReceiptLink } from './receipt-link.tsx'

const Given = island('gift/given', GivenIsland, 'visible')

const shown = 50

/** The section of what the viewer gave; null without any. */
export function giftsOf(ctx: Ctx, viewer: Viewer) {
  const { gifts } = listGifts(ctx, viewer, shown)
  if (gifts.length === 0) return null
  return (
    <section aria-labelledby="given">
      <h2 id="given">{say('Given')}</h2>
      <ul class="lines">
        {gifts.map((gift) => (
          <li key={gift.orderId}>
            <a href={pagePath(gift.casset.slug)} dir="auto">
              {say('{name} by {displayName}', { name: gift.casset.name, displayName: gift.casset.displayName })}
            </a>{' '}
            <span class="mono">
              {priceTag(gift)}
              <ReceiptLink path={`/receipt/${gift.orderId}`} of={gift.casset.displayName} />
            </span>
            <Given gift={gift} hasMail={ctx.mailer !== undefined} />
            <GiveBack orderId={gift.orderId} returnable={returnableById(ctx, gift.orderId)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
