import Checkout, { type CheckoutProps } from '../../../../public/islands/checkout/checkout.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice, priceTag } from '../../../lib/money/money.ts'
import { gap } from '../../../lib/text/gap.ts'
import { pagePath, slugOf, splitSlug } from '../../../lib/text/slug.ts'
import type { Everything } from '../../../shop/everything/everything-offer.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/checkout/payment.ts'
import { type Choice, Choices } from '../../parts/choices.tsx'
import { choicesOf, everythingName, everythingOn } from '../../parts/choices-of.ts'
import { canCollect, type Media, toTape } from '../../parts/tape-view.ts'

const CheckoutForm = island('checkout/checkout', Checkout)

/** `/checkout/:slug/everything`: where everything by an artist is bought (rule: everything). */
export const checkoutEverythingRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/everything', viewer: required, query: returned },
    ({ viewer, params: { slug }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const everything = everythingOn(ctx, viewer, media)
      const sum = { amount: everything?.price.priceMinor ?? 0, currency: media.casset.price.currency }
      const title = say('Everything by {displayName}', { displayName: media.artist.displayName })
      const description = say('All cassets of an artist: play and download all of it.')
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/everything` }),
        main: (
          <EverythingPage
            media={media}
            everything={everything ?? null}
            isOpen={canCollect(ctx, media.artist.handle, sum)}
            choices={choicesOf(ctx, viewer, media, { payer: viewer && { holderId: viewer.userId } })}
            tape={toTape(ctx, media)}
            payment={paymentOf(ctx, viewer, media, query.payment_intent, { delivered: 'at once' })}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

type EverythingPageProps = Pick<CheckoutProps, 'tape' | 'payment'> & {
  media: Media
  /** Null where it is not sold, or brings the viewer nothing. */
  everything: Everything | null
  isOpen: boolean
  choices: readonly Choice[]
}

function EverythingPage({ media, everything, isOpen, choices, ...form }: EverythingPageProps) {
  const { casset, artist, cover, viewer } = media
  const { payment } = form
  const isForSale = everything !== null && isOpen && !viewer.owner
  const hasForm = isForSale || payment.returned !== null
  const { currency } = casset.price
  const price = { amount: everything?.price.priceMinor ?? 0, currency }
  const path = `${casset.slug}/everything`
  const goods = (
    <OrderSummary
      handle={casset.slug}
      art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
      title={
        everything
          ? everythingName(everything, artist.displayName)
          : say('Everything by {displayName}', { displayName: artist.displayName })
      }
      length="long"
      hand={everything ? (everything.hasFuture ? say('and what comes later') : say('so far')) : artist.displayName}
    >
      {everything && <Contents everything={everything} media={media} note={payment.priceNote} />}
    </OrderSummary>
  )
  return (
    <CheckoutLayout media={media} goods={goods} hasForm={hasForm}>
      {isForSale && <Choices choices={choices} here={path} priceNote={payment.priceNote} />}
      {hasForm ? (
        <CheckoutForm
          {...form}
          formats={[]}
          extras={[]}
          isPreorder={false}
          slug={casset.slug}
          path={path}
          price={price}
          code={null}
          suggested={null}
          news={null}
          bought={{ everything: true }}
          name={say('everything by {artist} ## the end of a checkout: what is yours', { artist: artist.displayName })}
        />
      ) : (
        <Notice title={say('Nothing to pay for here')} text={whyNot(viewer.owner, isOpen)}>
          <WorldKey href={pagePath(casset.slug)} label={say('Back to the casset')} />
        </Notice>
      )}
    </CheckoutLayout>
  )
}

function whyNot(isOwn: boolean, isOpen: boolean): string {
  if (isOwn) return say('This is your own music.')
  return isOpen
    ? say('This artist does not sell everything together, or you have all of it already.')
    : say('This artist cannot be paid here right now.')
}

type ContentsProps = { everything: Everything; media: Media; note: string | null }

function Contents({ everything, media, note }: ContentsProps) {
  const { tapes, wholeMinor, price, percent, hasFuture, owned } = everything
  const { currency } = media.casset.price
  const { handle } = splitSlug(media.casset.slug)
  const paidMinor = price.tapes.reduce((sum, { creditMinor }) => sum + creditMinor, 0)
  return (
    <>
      <ul class="contents">
        {tapes.map((tape) => (
          <li key={tape.id}>
            <a class="tap" href={pagePath(slugOf(tape, handle))} dir="auto">
              {tape.name}
            </a>{' '}
            <span class="mono">{priceTag({ amount: tape.priceMinor, currency })}</span>
          </li>
        ))}
      </ul>
      <p class="mono">
        {price.priceMinor < wholeMinor && (
          <s>
            <span class="sr">{say('one by one')} </span>
            {priceTag({ amount: wholeMinor, currency })}
          </s>
        )}{' '}
        {notedPrice({ amount: price.priceMinor, currency }, note)}
        {percent > 0 && ` · ${say('{percent} % off', { percent })}`}
      </p>
      <p class="fine-print">
        {owned > 0 && (
          <>
            {say('You have {cassets, plural, one {# casset} other {# cassets}} already: you pay for the others.', {
              cassets: owned,
            })}
            {gap()}
          </>
        )}
        {paidMinor > 0 && (
          <>
            {say('{sum} that you paid for tracks is taken off.', {
              sum: priceTag({ amount: paidMinor, currency }),
            })}
            {gap()}
          </>
        )}
        {hasFuture
          ? say('What this artist publishes here later comes to your library as well, and so do their preorders.')
          : say('It is what is out now: no preorders, and nothing that comes later.')}
      </p>
    </>
  )
}
