import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import Tip from '../../../../public/islands/checkout/tip.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { tipBounds } from '../../../lib/money/tip-sum.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/checkout/payment.ts'
import type { Media } from '../../parts/tape-view.ts'
import { extrasOf } from '../../parts/visitor-state.ts'

/** `/checkout/:slug/tip`: where a tip is paid. */
export const checkoutTipRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/tip', viewer: required, query: returned },
    ({ viewer, params: { slug }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const title = say('Tip {displayName}', { displayName: media.artist.displayName })
      const description = say('Leave the artist something.')
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/tip` }),
        main: (
          <TipPage
            media={media}
            payment={paymentOf(ctx, viewer, media, query.payment_intent, {
              sums: tipBounds(media.casset.price.currency),
            })}
            canTip={extrasOf(ctx, media).canTip}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

const TipForm = island('checkout/tip', Tip)

type TipPageProps = { media: Media; payment: Payment; canTip: boolean }

function TipPage({ media, payment, canTip }: TipPageProps) {
  const { artist, casset, viewer } = media
  return (
    <CheckoutLayout media={media} goods={<Whom media={media} />} hasForm={canTip}>
      {canTip ? (
        <TipForm slug={casset.slug} artist={artist.displayName} currency={casset.price.currency} payment={payment} />
      ) : (
        <NoTip isOwn={viewer.owner} world={pagePath(casset.slug)} />
      )}
    </CheckoutLayout>
  )
}

const Whom = ({ media: { artist, casset, cover } }: { media: Media }) => (
  <OrderSummary
    handle={casset.slug}
    art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
    title={artist.displayName}
    hand={say('a tip for the music')}
  />
)

const NoTip = ({ isOwn, world }: { isOwn: boolean; world: string }) =>
  isOwn ? (
    <Notice title={say('This is you')} text={say('You cannot tip yourself. Others find the tip button on your page.')}>
      <WorldKey href={world} label={say('Go to your page')} />
    </Notice>
  ) : (
    <Notice
      title={say('Tips are not available yet')}
      text={say('This artist cannot be paid here yet. Listening is thanks enough.')}
    >
      <WorldKey href={world} label={say('Back to the casset')} />
    </Notice>
  )
