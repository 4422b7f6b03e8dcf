import { offeredText } from '../../../audience/mailing-list/offered-text.ts'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import { readGoods } from '../../../casset/download/read-goods.ts'
import { recordingOf } from '../../../casset/track/measure/recording.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { ownOpenOrder } from '../../../shop/checkout/start-checkout.ts'
import { suggestedSum } from '../../../shop/checkout/suggested-sum.ts'
import { type Payer, restFor } from '../../../shop/rest/rest.ts'
import { readMedia } from '../../../world/media.ts'
import { optional, page, seeOther, signInPath } from '../../page.tsx'
import { type CodeTerms, codeOffer } from '../../parts/checkout/code-offer.ts'
import { payerHere } from '../../parts/checkout/payer-here.ts'
import { checkoutHead, checkoutHeaders, isOfAccount, paymentOf, returned } from '../../parts/checkout/payment.ts'
import { waitingOf } from '../../parts/checkout/waits.tsx'
import { choicesOf, priceFor } from '../../parts/choices-of.ts'
import { toTape } from '../../parts/tape-view.ts'
import { visitorState } from '../../parts/visitor-state.ts'
import { CheckoutPage } from './page.tsx'

/** `/checkout/:slug`: where a casset is collected. */
export const checkoutRoute = (ctx: Ctx) =>
  page(ctx, { path: '/checkout/:slug', viewer: optional, query: { ...returned, code: 60 } }, (visit) => {
    const { viewer, request, query } = visit
    const { slug } = visit.params
    // A visitor who paid with an account and was signed out on the way comes back to it.
    if (!viewer && isOfAccount(ctx, query.payment_intent)) return seeOther(signInPath(request))
    const media = readMedia(ctx, slug, viewer)
    const { casset, artist } = media
    const here = payerHere(ctx, viewer, request, casset.id)
    const rest = priceFor(ctx, here.payer, media)
    const offer = codeOffer(ctx, viewer, { slug, code: query.code }, priceOf(ctx, viewer, here.payer))
    const title = say('Buy {name} by {displayName}', { name: casset.name, displayName: artist.displayName })
    const description = say('Buy the casset: play and download all of it.')
    return {
      head: checkoutHead(ctx, media, { title, description, path: slug }),
      main: (
        <CheckoutPage
          media={media}
          nowMs={ctx.now()}
          goods={readGoods(ctx, casset.id, null)}
          offer={offer}
          rest={rest}
          choices={choicesOf(ctx, viewer, media, here)}
          path={slug}
          formats={offeredFormats(ctx)}
          extras={media.extras ?? []}
          bought={null}
          name={null}
          suggested={offer || rest.creditMinor > 0 ? null : suggestedSum(ctx, casset.id, artist.handle)}
          sale={visitorState(ctx, media)}
          tape={toTape(ctx, media)}
          guest={
            viewer
              ? null
              : { canJoin: ctx.config.registration === 'open', rest: rest.creditMinor > 0 ? here.secrets : [] }
          }
          hasOthers={here.hasOthers}
          isRecording={recordingOf(ctx, casset.slug).length > 0}
          news={offeredText(ctx, casset.id, viewer)}
          hasMail={ctx.mailer !== undefined}
          waiting={waitingOf(ctx, casset.id, viewer)}
          payment={paymentOf(ctx, viewer, media, query.payment_intent, {
            delivered: media.casset.opensAt === undefined ? 'at once' : 'preorder',
          })}
        />
      ),
      headers: checkoutHeaders(ctx),
      isPrivate: here.secrets.length > 0,
    }
  })

/** A code reduces the rest for a buyer, whose own checkout under way it may be used in already. */
const priceOf = (ctx: Ctx, viewer: Viewer | null, payer: Payer | null): CodeTerms => ({
  replaced: (forSale) => ownOpenOrder(ctx, forSale, viewer),
  priceOf: (forSale, priceMinor) => restFor(ctx, forSale.casset, payer, priceMinor).priceMinor,
})
