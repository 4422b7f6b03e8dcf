import Gift from '../../../../public/islands/checkout/gift.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import { canBePaid } from '../../../books/seller/can-be-paid.ts'
import type { Ctx } from '../../../context.ts'
import { asTitle } from '../../../lib/language/as-title.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice } from '../../../lib/money/money.ts'
import { gap } from '../../../lib/text/gap.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { suggestedSum } from '../../../shop/checkout/suggested-sum.ts'
import { openGift } from '../../../shop/gift/start-gift.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { optional, page, seeOther, signInPath } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { CodeLine, type CodeOffer, ReducedPrice } from '../../parts/checkout/code-line.tsx'
import { codeOffer } from '../../parts/checkout/code-offer.ts'
import { checkoutHead, checkoutHeaders, isOfAccount, paymentOf, returned } from '../../parts/checkout/payment.ts'
import { PreorderLine } from '../../parts/checkout/preorder-line.tsx'
import { withNext } from '../../parts/sign-up/form-layout.tsx'
import { closedTracksOf, type Media } from '../../parts/tape-view.ts'

const GiftForm = island('checkout/gift', Gift)

/** `/checkout/:slug/gift`: where somebody pays a casset for another person. */
export const checkoutGiftRoute = (ctx: Ctx) =>
  page(ctx, { path: '/checkout/:slug/gift', viewer: optional, query: { ...returned, code: 60 } }, (visit) => {
    const { viewer, request, query, params } = visit
    const { slug } = params
    // A payer with an account who was signed out on the way comes back to it.
    if (!viewer && isOfAccount(ctx, query.payment_intent)) return seeOther(signInPath(request))
    const media = readMedia(ctx, slug, viewer)
    const found = codeOffer(
      ctx,
      viewer,
      { slug, code: query.code },
      { replaced: (forSale) => openGift(ctx, forSale, viewer), priceOf: (_forSale, priceMinor) => priceMinor },
    )
    const offer = found?.priceMinor === 0 ? { ...found, priceMinor: null, problem: freeText() } : found
    const title = say('Give {name} to somebody', { name: media.casset.name })
    const description = say('Pay a casset for another person, who takes it with a link.')
    return {
      head: checkoutHead(ctx, media, { title, description, path: `${slug}/gift` }),
      main: (
        <GiftPage
          media={media}
          nowMs={ctx.now()}
          offer={offer}
          payment={paymentOf(ctx, viewer, media, query.payment_intent, { delivered: 'once sent' })}
          suggested={offer ? null : suggestedSum(ctx, media.casset.id, media.artist.handle)}
          canPay={canBePaid(ctx, media.artist.handle)}
          hasAccount={viewer !== null}
          hasMail={ctx.mailer !== undefined}
        />
      ),
      headers: checkoutHeaders(ctx),
    }
  })

const freeText = () => say('With this code it costs nothing: pass the code on.')

type GiftPageProps = {
  media: Media
  nowMs: number
  offer: CodeOffer | null
  payment: Payment
  suggested: number | null
  canPay: boolean
  hasAccount: boolean
  hasMail: boolean
}

function GiftPage({ media, nowMs, offer, payment, suggested, canPay, hasAccount, hasMail }: GiftPageProps) {
  const { artist, casset, cover, viewer } = media
  const hasTracks = media.tracks.length + closedTracksOf(media).length > 0
  const isOwn = viewer.owner || viewer.member === true
  const hasForm = canPay && !isOwn && casset.price.amount > 0 && hasTracks
  const code = offer?.priceMinor == null ? null : offer.code
  const price = { ...casset.price, amount: offer?.priceMinor ?? casset.price.amount }
  const goods = (
    <OrderSummary
      handle={casset.slug}
      art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
      title={casset.name}
      hand={say('a gift for somebody')}
    >
      <p class="mono">
        {code === null || offer === null ? (
          notedPrice(price, payment.priceNote)
        ) : (
          <ReducedPrice price={casset.price} offer={offer} reduced={notedPrice(price, payment.priceNote)} />
        )}
      </p>
      <PreorderLine media={media} nowMs={nowMs} />
      {hasForm && <CodeLine path={`/checkout/${casset.slug}/gift`} offer={offer} />}
      <p class="fine-print">
        {say('They take it with a link, to play and download, with or without an account.')}
        {media.tracks.some(({ price }) => price !== undefined) && (
          <>
            {gap()}
            {say('A gift is all of it at its full price, also where you have tracks of it yourself.')}
          </>
        )}
      </p>
    </OrderSummary>
  )
  return (
    <CheckoutLayout media={media} goods={goods} hasForm={hasForm}>
      {hasForm ? (
        <>
          <div class="form way-in">
            <h2>{say('Give it to somebody')}</h2>
            <p>
              {say('You pay and keep the receipt; the music is theirs.')}
              {gap()}
              {!hasAccount &&
                inParts(say('No account needed; with one you see in your library what became of it: <a>sign in</a>.'), {
                  a: (text) => <a href={withNext('/login', `/checkout/${casset.slug}/gift`)}>{text}</a>,
                })}
            </p>
          </div>
          <GiftForm
            slug={casset.slug}
            price={price}
            code={code}
            payment={payment}
            suggested={suggested}
            hasAccount={hasAccount}
            hasMail={hasMail}
          />
        </>
      ) : (
        <NoGift isOwn={isOwn} isFree={casset.price.amount === 0} world={pagePath(casset.slug)} />
      )}
    </CheckoutLayout>
  )
}

function NoGift({ isOwn, isFree, world }: { isOwn: boolean; isFree: boolean; world: string }) {
  if (isOwn) {
    return (
      <Notice
        title={asTitle(say('This is your own casset.'))}
        text={say('To give it away yourself, make a download code.')}
      >
        <WorldKey href="/studio/codes" label={say('Go to the codes')} />
      </Notice>
    )
  }
  if (isFree) {
    return (
      <Notice title={say('It is free')} text={say('Everybody can get it: send them the address of its page.')}>
        <WorldKey href={world} label={say('Go to the casset')} />
      </Notice>
    )
  }
  return (
    <Notice
      title={say('Not available yet')}
      text={say('Its artist cannot be paid right now, or there is nothing to hear yet.')}
    >
      <WorldKey href={world} label={say('Back to the casset')} />
    </Notice>
  )
}
