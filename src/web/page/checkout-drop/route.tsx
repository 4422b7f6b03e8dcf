import type { Ctx } from '../../../context.ts'
import { ownCampaign } from '../../../drop/campaign.ts'
import { toCampaign } from '../../../drop/view/to-campaign.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/payment.ts'
import { FundingPage } from './page.tsx'

/** `/checkout/:slug/drop/:id`: where an artist funds a drop. */
export const checkoutDropRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/drop/:id', viewer: required, query: returned },
    ({ viewer, params: { id }, query }) => {
      const drop = toCampaign(ctx, ownCampaign(ctx, id, viewer))
      const media = readMedia(ctx, drop.casset.slug, viewer)
      const description = 'Put money into the prize of a drop.'
      return {
        head: checkoutHead(ctx, media, {
          title: `Prize of ${drop.title}`,
          description,
          path: `${drop.casset.slug}/drop/${id}`,
        }),
        main: (
          <FundingPage
            media={media}
            drop={drop}
            payment={{ ...paymentOf(ctx, viewer, media, query.payment_intent), priceNote: null }}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )
