import DropFunding from '../../../../public/islands/checkout/drop.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import type { Ctx } from '../../../context.ts'
import { ownCampaign } from '../../../drop/campaign.ts'
import type { Campaign } from '../../../drop/view/model.ts'
import { toCampaign } from '../../../drop/view/to-campaign.ts'
import { say } from '../../../lib/language/say.ts'
import { prizeBounds } from '../../../lib/money/prize-sum.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/checkout/payment.ts'
import type { Media } from '../../parts/tape-view.ts'

/** `/checkout/:slug/drop/:id`: where an artist funds a drop. */
export const checkoutDropRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/drop/:id', viewer: required, query: returned },
    ({ viewer, params: { id }, query }) => {
      const drop = toCampaign(ctx, ownCampaign(ctx, id, viewer))
      const media = readMedia(ctx, drop.casset.slug, viewer)
      const description = say('Put money into the prize of a drop.')
      return {
        head: checkoutHead(ctx, media, {
          title: say('Prize of {title}', { title: drop.title }),
          description,
          path: `${drop.casset.slug}/drop/${id}`,
        }),
        main: (
          <FundingPage
            media={media}
            drop={drop}
            payment={{
              ...paymentOf(ctx, viewer, media, query.payment_intent, {
                sums: prizeBounds(media.casset.price.currency),
              }),
              priceNote: null,
            }}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

const FundingForm = island('checkout/drop', DropFunding)

type FundingPageProps = { media: Media; drop: Campaign; payment: Payment }

const open = new Set<Campaign['state']>(['DRAFT', 'FUNDING', 'FUNDED'])

function FundingPage({ media, drop, payment }: FundingPageProps) {
  const { artist, casset, cover } = media
  // A payer who returns from their bank sees the end of the form that they left.
  const hasForm = payment.mode !== 'off' && (open.has(drop.state) || payment.returned !== null)
  return (
    <CheckoutLayout
      media={media}
      hasForm={hasForm}
      goods={
        <OrderSummary
          handle={casset.slug}
          art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
          title={drop.title}
          hand={say('the prize of a drop')}
        >
          <p>
            {say(
              'The payment processor keeps its fee, about 3 percent with most cards: the prize is what that leaves. Until you pay the winners it lies on the account of this site at the processor; if the drop is cancelled, the prize goes back to you, without the fee.',
            )}
          </p>
        </OrderSummary>
      }
    >
      {hasForm ? (
        <FundingForm slug={casset.slug} id={drop.id} currency={casset.price.currency} payment={payment} />
      ) : (
        <Notice
          title={say('There is nothing to fund')}
          text={
            payment.mode === 'off'
              ? say('This site takes no payments yet.')
              : say('This drop takes no more prize money.')
          }
        >
          <WorldKey href={`/studio/drops/${drop.id}`} label={say('Back to the drop')} />
        </Notice>
      )}
    </CheckoutLayout>
  )
}
