import Checkout, { type CheckoutProps } from '../../../../public/islands/checkout/checkout.tsx'
import GuestCheckout from '../../../../public/islands/checkout/guest.tsx'
import { clock } from '../../../../public/lib/clock.ts'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice } from '../../../lib/money/money.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { optional, page, seeOther, signInPath } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { payerHere } from '../../parts/checkout/payer-here.ts'
import { checkoutHead, checkoutHeaders, isOfAccount, paymentOf, returned } from '../../parts/checkout/payment.ts'
import { type Choice, Choices } from '../../parts/choices.tsx'
import { choicesOf } from '../../parts/choices-of.ts'
import { SignInFirst } from '../../parts/sign-in-first.tsx'
import { artistOfTrack, type Media, toTape } from '../../parts/tape-view.ts'
import { visitorState } from '../../parts/visitor-state.ts'

const CheckoutForm = island('checkout/checkout', Checkout)
const GuestForm = island('checkout/guest', GuestCheckout)

/** `/checkout/:slug/track/:trackId`: where a single track is bought (rule: single-tracks). */
export const checkoutTrackRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/track/:trackId', viewer: optional, query: returned },
    ({ viewer, request, params: { slug, trackId }, query }) => {
      if (!viewer && isOfAccount(ctx, query.payment_intent)) return seeOther(signInPath(request))
      const media = readMedia(ctx, slug, viewer)
      const track = media.tracks.find(({ id }) => id === trackId)
      if (!track) throw notFound('track')
      const here = payerHere(ctx, viewer, request, media.casset.id)
      const title = say('{title} from {name}', { title: track.title, name: media.casset.name })
      const description = say('Buy a single track: play and download all of it.')
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/track/${trackId}` }),
        main: (
          <TrackPage
            media={media}
            track={track}
            isOpen={visitorState(ctx, media) === 'open'}
            choices={choicesOf(ctx, viewer, media, { ...here, trackId })}
            tape={toTape(ctx, media)}
            formats={offeredFormats(ctx)}
            guest={viewer ? null : { canJoin: ctx.config.registration === 'open' }}
            hasMail={ctx.mailer !== undefined}
            payment={paymentOf(ctx, viewer, media, query.payment_intent, { delivered: 'at once' })}
          />
        ),
        headers: checkoutHeaders(ctx),
        isPrivate: here.secrets.length > 0,
      }
    },
  )

type TrackPageProps = Pick<CheckoutProps, 'tape' | 'payment' | 'formats'> & {
  media: Media
  track: Media['tracks'][number]
  isOpen: boolean
  choices: readonly Choice[]
  /** For a stranger: whether anybody may sign up. */
  guest: { canJoin: boolean } | null
  hasMail: boolean
}

function TrackPage({ media, track, isOpen, choices, guest, hasMail, ...form }: TrackPageProps) {
  const { casset, artist, cover, viewer } = media
  const { payment } = form
  const hasIt = viewer.entitled || viewer.owner || track.owned === true
  const hasForm = (isOpen && !hasIt && track.price !== undefined) || (hasIt && payment.returned !== null)
  const price = track.price ?? casset.price
  const path = `${casset.slug}/track/${track.id}`
  const shared = { slug: casset.slug, price, code: null, suggested: null, news: null, isPreorder: false, rest: [] }
  const goods = (
    <OrderSummary
      handle={casset.slug}
      art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
      title={track.title}
      hand={say('from {name} ## of a track: the casset that it is on', { name: casset.name })}
    >
      <p class="mono">
        {[
          ...(track.by ? [artistOfTrack(track, media)] : []),
          ...(hasForm ? [notedPrice(price, payment.priceNote)] : []),
          ...(track.durationSec === null ? [] : [clock(track.durationSec)]),
        ].join(' · ')}
      </p>
      <p class="fine-print">
        {guest
          ? say('One track, to play and download. With its link you get the rest later for the difference.')
          : say('One track, to play and download. If you want the rest later, you pay the difference.')}
      </p>
    </OrderSummary>
  )
  return (
    <CheckoutLayout media={media} goods={goods} hasForm={hasForm}>
      {hasForm && !hasIt && <Choices choices={choices} here={path} priceNote={payment.priceNote} />}
      {hasForm && guest ? (
        <>
          <SignInFirst path={`/checkout/${path}`} canJoin={guest.canJoin} />
          <GuestForm {...shared} trackId={track.id} payment={payment} hasMail={hasMail} />
        </>
      ) : hasForm ? (
        <CheckoutForm
          {...shared}
          {...form}
          path={path}
          bought={{ trackIds: [track.id] }}
          name={track.title}
          extras={[]}
        />
      ) : (
        <NothingToPay media={media} hasIt={hasIt} />
      )}
    </CheckoutLayout>
  )
}

const NothingToPay = ({ media, hasIt }: { media: Media; hasIt: boolean }) =>
  hasIt ? (
    <Notice title={say('You already have this track')} text={say('You hear all of it wherever you are signed in.')}>
      <WorldKey href={pagePath(media.casset.slug)} label={say('Back to the casset')} />
      <a class="key" href="/library">
        {say('Go to your library')}
      </a>
    </Notice>
  ) : (
    <Notice
      title={say('Not sold as a single track')}
      text={say('This track comes with its casset only, or cannot be bought right now.')}
    >
      <WorldKey href={pagePath(media.casset.slug)} label={say('Back to the casset')} />
    </Notice>
  )
