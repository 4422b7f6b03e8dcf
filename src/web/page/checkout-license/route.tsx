import type { Ctx } from '../../../context.ts'
import { lookAtQuote } from '../../../release/license/look-at-quote.ts'
import { readMedia } from '../../../world/read-media.ts'
import { optional, page } from '../../page.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/payment.ts'
import { canCollect } from '../../parts/tape-view.ts'
import { LicensePage } from './page.tsx'

/** `/checkout/:slug/license/:quoteId`: where a person pays a license, for themselves or for an agent of theirs. */
export const checkoutLicenseRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/license/:quoteId', viewer: optional, query: returned },
    ({ viewer, params: { slug, quoteId }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const quote = lookAtQuote(ctx, media.casset.id, quoteId)
      const title = `License of ${quote.title}`
      const description = 'What it allows, and what it costs.'
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/license/${quoteId}` }),
        main: (
          <LicensePage
            media={media}
            quote={quote}
            canBePaid={quote.price !== null && canCollect(ctx, media.casset.slug, quote.price)}
            payment={paymentOf(ctx, viewer ?? { email: '' }, media, query.payment_intent)}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )
