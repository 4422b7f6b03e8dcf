import Checkout, { type CheckoutProps } from '../../../../public/islands/checkout/checkout.tsx'
import GuestCheckout from '../../../../public/islands/checkout/guest.tsx'
import { clock } from '../../../../public/lib/clock.ts'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import { say } from '../../../lib/language/say.ts'
import { notedPrice, priceTag } from '../../../lib/money/money.ts'
import { tracksText } from '../../../lib/text/count-text.ts'
import type { RestPrice } from '../../../shop/rest/rest.ts'
import { island } from '../../document/island.tsx'
import { CheckoutLayout, OrderSummary } from '../../parts/checkout/checkout-layout.tsx'
import { CodeLine, type CodeOffer, ReducedPrice } from '../../parts/checkout/code-line.tsx'
import { type Goods, goodsLine } from '../../parts/checkout/goods-line.ts'
import { PreorderLine } from '../../parts/checkout/preorder-line.tsx'
import type { Waiting } from '../../parts/checkout/waits.tsx'
import { type Choice, Choices } from '../../parts/choices.tsx'
import { SignInFirst } from '../../parts/sign-in-first.tsx'
import { closedTracksOf, type Media } from '../../parts/tape-view.ts'
import type { VisitorState } from '../../parts/visitor-state.ts'
import { NothingToPay } from './nothing-to-pay.tsx'
import { RestOfGuest, TracksOfGuest } from './rest-of-guest.tsx'

const CheckoutForm = island('checkout/checkout', Checkout)
const GuestForm = island('checkout/guest', GuestCheckout)

type CheckoutPageProps = Omit<CheckoutProps, 'slug' | 'price' | 'code' | 'isPreorder'> & {
  offer: CodeOffer | null
  /** The price, less what was paid for its tracks. */
  rest: RestPrice
  choices: readonly Choice[]
  media: Media
  nowMs: number
  goods: Goods
  sale: VisitorState
  /**
   * For a stranger who collects with an email address: whether anybody may sign up, and the secrets
   * by which they get the rest for the difference.
   */
  guest: { canJoin: boolean; rest: readonly string[] } | null
  /** For an account: whether this browser has bought single tracks of it without one. */
  hasOthers: boolean
  isRecording: boolean
  hasMail: boolean
  /** Until when it is not open, where it is a preorder. */
  waiting: Waiting | null
}

export function CheckoutPage({
  media,
  goods,
  sale,
  guest,
  isRecording,
  hasMail,
  waiting,
  ...props
}: CheckoutPageProps) {
  const { offer, rest, choices, nowMs, hasOthers, ...form } = props
  const { casset } = media
  const isPreorder = casset.opensAt !== undefined
  const price = { ...casset.price, amount: offer?.priceMinor ?? rest.priceMinor }
  const code = offer?.priceMinor == null ? null : offer.code
  // A visitor back from their bank sees the end of the form that they left, not another page.
  const hasForm = sale === 'open' || (sale === 'yours' && form.payment.returned !== null)
  return (
    <CheckoutLayout
      media={media}
      goods={<Tape {...{ media, nowMs, goods, offer, rest, hasForm }} payment={form.payment} />}
      hasForm={hasForm}
      revision={isRecording ? sale : waiting?.opensAt}
    >
      {hasForm && choices.length > 1 && (
        <Choices choices={choices} here={casset.slug} priceNote={form.payment.priceNote} />
      )}
      {hasForm && guest ? (
        <>
          <SignInFirst path={`/checkout/${casset.slug}`} canJoin={guest.canJoin}>
            <RestOfGuest media={media} isTheirs={guest.rest.length > 0} />
          </SignInFirst>
          <GuestForm
            rest={guest.rest}
            slug={casset.slug}
            price={price}
            code={code}
            trackId={null}
            suggested={form.suggested}
            payment={form.payment}
            isPreorder={isPreorder}
            hasMail={hasMail}
            news={form.news}
          />
        </>
      ) : hasForm ? (
        <>
          {hasOthers && <TracksOfGuest />}
          <CheckoutForm {...form} slug={casset.slug} price={price} code={code} isPreorder={isPreorder} />
        </>
      ) : (
        <NothingToPay {...{ media, sale, isRecording, waiting }} tape={form.tape} formats={form.formats} />
      )}
    </CheckoutLayout>
  )
}

type TapeProps = Pick<CheckoutPageProps, 'media' | 'nowMs' | 'goods' | 'payment' | 'offer' | 'rest'> & {
  hasForm: boolean
}

function Tape({ media, nowMs, goods, payment, offer, rest, hasForm }: TapeProps) {
  const { artist, casset, cover } = media
  const tracks = [...media.tracks, ...closedTracksOf(media)]
  const total = tracks.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  return (
    <OrderSummary
      handle={casset.slug}
      art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
      title={casset.name}
      hand={artist.displayName}
    >
      <p class="mono">
        <Price price={casset.price} offer={offer} rest={rest} note={payment.priceNote} />
        {tracks.length > 0 && ` · ${tracksText(tracks.length)} · ${clock(total)}`}
      </p>
      {hasForm && <PreorderLine media={media} nowMs={nowMs} />}
      {hasForm && casset.price.amount > 0 && <CodeLine path={`/checkout/${casset.slug}`} offer={offer} />}
      {casset.price.amount > 0 && (
        <p>
          <a href={giftPath(casset.slug, offer)}>{say('Give it to somebody')}</a>
        </p>
      )}
      {goods.length > 0 && casset.opensAt === undefined && <p class="fine-print">{goodsLine(goods)}</p>}
    </OrderSummary>
  )
}

/** A code goes along with a gift. */
const giftPath = (slug: string, offer: CodeOffer | null): string =>
  offer?.priceMinor == null ? `/checkout/${slug}/gift` : `/checkout/${slug}/gift?code=${encodeURIComponent(offer.code)}`

type PriceProps = { price: Media['casset']['price']; offer: CodeOffer | null; rest: RestPrice; note: string | null }

/** The price; with a code, or for whoever has paid for tracks, the former one is struck out. */
function Price({ price, offer, rest, note }: PriceProps) {
  if (offer?.priceMinor == null) {
    if (rest.creditMinor === 0) return <>{notedPrice(price, note)}</>
    return (
      <>
        <s>
          <span class="sr">{say('all of it for')} </span>
          {priceTag(price)}
        </s>{' '}
        {say('{price} for the rest: you have paid for some tracks', {
          price: notedPrice({ ...price, amount: rest.priceMinor }, note),
        })}
      </>
    )
  }
  return <ReducedPrice price={price} offer={offer} reduced={notedPrice({ ...price, amount: offer.priceMinor }, note)} />
}
