import Emoji from '../../../../public/islands/checkout/emoji.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import type { Ctx } from '../../../context.ts'
import { asTitle } from '../../../lib/language/as-title.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice } from '../../../lib/money/money.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { emojiForSale } from '../../../shop/emoji/sale/emoji-for-sale.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/checkout/payment.ts'
import { canCollect, type Media } from '../../parts/tape-view.ts'
import type { EmojiView } from '../../parts/visitor-state.ts'

/** `/checkout/:slug/emoji/:emojiId`: where an emoji is paid. */
export const checkoutEmojiRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/emoji/:emojiId', viewer: required, query: returned },
    ({ viewer, params: { slug, emojiId }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const { isWithdrawn, ...looked } = emojiForSale(ctx, media.casset, emojiId)
      const emoji = { ...looked, owned: media.emojis.some(({ id, owned }) => id === emojiId && owned) }
      const isOpen = canCollect(ctx, media.artist.handle, emoji.price)
      const title = say(':{shortcode}: by {displayName}', {
        shortcode: emoji.shortcode,
        displayName: media.artist.displayName,
      })
      const description = say('An emoji of your own.')
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/emoji/${emojiId}` }),
        main: (
          <EmojiPage
            media={media}
            emoji={emoji}
            sale={emojiSale({ isOwn: media.viewer.owner, isYours: emoji.owned, isWithdrawn, isOpen })}
            payment={paymentOf(ctx, viewer, media, query.payment_intent, { delivered: 'use' })}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

type ToViewer = { isOwn: boolean; isYours: boolean; isWithdrawn: boolean; isOpen: boolean }

function emojiSale({ isOwn, isYours, isWithdrawn, isOpen }: ToViewer): EmojiSale {
  if (isOwn) return 'own'
  if (isYours) return 'yours'
  if (isWithdrawn) return 'withdrawn'
  return isOpen ? 'open' : 'shut'
}

const EmojiForm = island('checkout/emoji', Emoji)

type EmojiSale = 'own' | 'yours' | 'open' | 'withdrawn' | 'shut'

type EmojiPageProps = { media: Media; emoji: EmojiView; sale: EmojiSale; payment: Payment }

function EmojiPage({ media, emoji, sale, payment }: EmojiPageProps) {
  // A visitor who returns from their bank sees the end of the form that they left.
  const hasForm = sale === 'open' || (sale !== 'own' && payment.returned !== null)
  return (
    <CheckoutLayout
      media={media}
      goods={<Picture media={media} emoji={emoji} payment={payment} isOwn={sale === 'own'} />}
      hasForm={hasForm}
    >
      {hasForm ? (
        <EmojiForm slug={media.casset.slug} emoji={emoji} payment={payment} />
      ) : (
        <NothingToPay sale={sale} emoji={emoji} world={pagePath(media.casset.slug)} />
      )}
    </CheckoutLayout>
  )
}

type PictureProps = Pick<EmojiPageProps, 'media' | 'emoji' | 'payment'> & { isOwn: boolean }

const Picture = ({ media: { artist, casset }, emoji, payment, isOwn }: PictureProps) => (
  <OrderSummary
    handle={casset.slug}
    art={
      <div class="sticker">
        <img src={emoji.url} alt={`:${emoji.shortcode}:`} width="128" height="128" />
      </div>
    }
    title={`:${emoji.shortcode}:`}
    length={emoji.shortcode.length > 11 ? 'endless' : 'long'}
    hand={artist.displayName}
  >
    <p class="mono">
      {say('{price} · one emoji, yours for as long as its room is there', {
        price: notedPrice(emoji.price, payment.priceNote),
      })}
    </p>
    {!isOwn && (
      <p class="mono">
        <a href={`/report?of=emoji:${emoji.id}`} rel="nofollow">
          {say('Report this emoji')}
        </a>
      </p>
    )}
  </OrderSummary>
)

type NothingProps = { sale: EmojiSale; emoji: EmojiView; world: string }

function NothingToPay({ sale, emoji, world }: NothingProps) {
  if (sale === 'own') {
    return (
      <Notice
        title={asTitle(say('This is your own emoji.'))}
        text={say('You made it, so you can use it without buying it.')}
      >
        <WorldKey href="/studio/emoji" label={say('Go to your emoji')} />
      </Notice>
    )
  }
  if (sale === 'yours') {
    return (
      <Notice
        title={asTitle(say('You already have this emoji.'))}
        text={say('Type :{shortcode}: in the live room of this casset.', { shortcode: emoji.shortcode })}
      >
        <WorldKey href={`${world}/sideb`} label={say('Open the live room')} />
      </Notice>
    )
  }
  if (sale === 'withdrawn') {
    return (
      <Notice
        title={say('No longer for sale')}
        text={say('The artist stopped selling it. Those who bought it keep it.')}
      >
        <WorldKey href={world} label={say('Back to the casset')} />
      </Notice>
    )
  }
  return (
    <Notice title={say('Not available yet')} text={say('This artist cannot be paid here yet, so nobody can buy it.')}>
      <WorldKey href={world} label={say('Back to the casset')} />
    </Notice>
  )
}
