import { readGoods } from '../../../casset/download/read-goods.ts'
import { recordingOf } from '../../../casset/recording.ts'
import type { Ctx } from '../../../context.ts'
import { accountOfOrder } from '../../../lib/order-parties.ts'
import { offeredWords } from '../../../money/mailing-list/join-list.ts'
import { orderOfIntent } from '../../../money/order/order.ts'
import { readMedia } from '../../../world/media.ts'
import { optional, page, seeOther, signInPath } from '../../page.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/payment.ts'
import { toTape } from '../../parts/tape-view.ts'
import { visitorState } from '../../parts/visitor-state.ts'
import { CheckoutPage } from './page.tsx'

/** `/checkout/:slug`: where a casset is collected. */
export const checkoutRoute = (ctx: Ctx) =>
  page(ctx, { path: '/checkout/:slug', viewer: optional, query: returned }, (visit) => {
    const { viewer, request, query } = visit
    const { slug } = visit.params
    // A visitor who paid with an account and was signed out on the way comes back to it.
    if (!viewer && isOfAccount(ctx, query.payment_intent)) return seeOther(signInPath(request))
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
          guest={viewer ? null : { canJoin: ctx.config.registration === 'open' }}
          isRecording={recordingOf(ctx, artist.handle).length > 0}
          news={offeredWords(ctx, casset.id, viewer)}
          hasMail={ctx.mailer !== undefined}
          payment={paymentOf(ctx, viewer ?? { email: '' }, media, query.payment_intent)}
        />
      ),
      headers: checkoutHeaders(ctx),
    }
  })

function isOfAccount(ctx: Ctx, paymentIntentId: string | undefined): boolean {
  const order = paymentIntentId === undefined ? undefined : orderOfIntent(ctx, paymentIntentId)
  return order !== undefined && accountOfOrder(order) !== null
}
