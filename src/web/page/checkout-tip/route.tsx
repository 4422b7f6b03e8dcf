import type { Ctx } from '../../../context.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/payment.ts'
import { extrasOf } from '../../parts/visitor-state.ts'
import { TipPage } from './page.tsx'

/** `/checkout/:slug/tip`: where a tip is paid. */
export const checkoutTipRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/tip', viewer: required, query: returned },
    ({ viewer, params: { slug }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const title = `Tip ${media.artist.displayName}`
      const description = 'Leave the artist something.'
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/tip` }),
        main: (
          <TipPage
            media={media}
            payment={paymentOf(ctx, viewer, media, query.payment_intent)}
            canTip={extrasOf(ctx, media).canTip}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )
