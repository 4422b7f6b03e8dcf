import type { Ctx } from '../../../context.ts'
import { readGoods } from '../../../download/read-goods.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/payment.ts'
import { toTape } from '../../parts/tape-view.ts'
import { visitorState } from '../../parts/visitor-state.ts'
import { CheckoutPage } from './page.tsx'

/** `/checkout/:slug`: where a casset is collected. */
export const checkoutRoute = (ctx: Ctx) =>
  page(ctx, { path: '/checkout/:slug', viewer: required, query: returned }, ({ viewer, params: { slug }, query }) => {
    const media = readMedia(ctx, slug, viewer)
    const { casset, artist } = media
    const title = `Collect ${casset.name} by ${artist.displayName}`
    const description = 'Collect the casset: play and download all of it.'
    return {
      head: checkoutHead(ctx, media, { title, description, path: slug }),
      main: (
        <CheckoutPage
          media={media}
          goods={readGoods(ctx, casset.id, null)}
          sale={visitorState(ctx, media)}
          tape={toTape(ctx, media)}
          payment={paymentOf(ctx, viewer, media, query.payment_intent)}
        />
      ),
      headers: checkoutHeaders(ctx),
    }
  })
