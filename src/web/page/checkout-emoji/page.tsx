import Emoji from '../../../../public/islands/checkout/emoji.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { notedPrice } from '../../../lib/money.ts'
import { island } from '../../island.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'
import type { EmojiView } from '../../parts/visitor-state.ts'

const EmojiForm = island('checkout/emoji', Emoji)

/** The state of an emoji for its visitor. */
export type EmojiSale = 'own' | 'yours' | 'open' | 'withdrawn' | 'shut'

type EmojiPageProps = { media: Media; emoji: EmojiView; sale: EmojiSale; payment: Payment }

/** The checkout of one emoji. */
export function EmojiPage({ media, emoji, sale, payment }: EmojiPageProps) {
  // A visitor who returns from their bank sees the end of the form that they left.
  const hasForm = sale === 'open' || (sale !== 'own' && payment.returned !== null)
  return (
    <CheckoutLayout media={media} goods={<Picture media={media} emoji={emoji} payment={payment} />} hasForm={hasForm}>
      {hasForm ? (
        <EmojiForm slug={media.casset.slug} emoji={emoji} payment={payment} />
      ) : (
        <NothingToPay sale={sale} emoji={emoji} world={`/@${media.artist.handle}`} />
      )}
    </CheckoutLayout>
  )
}

const Picture = ({ media: { artist }, emoji, payment }: Pick<EmojiPageProps, 'media' | 'emoji' | 'payment'>) => (
  <OrderSummary
    handle={artist.handle}
    art={
      <div class="sticker">
        <img src={emoji.url} alt={`:${emoji.shortcode}:`} width="128" height="128" />
      </div>
    }
    title={`:${emoji.shortcode}:`}
    length={emoji.shortcode.length > 11 ? 'endless' : 'long'}
    hand={artist.displayName}
  >
    <p class="mono">{notedPrice(emoji.price, payment.priceNote)} · one emoji, yours for good</p>
  </OrderSummary>
)

type NothingProps = { sale: EmojiSale; emoji: EmojiView; world: string }

function NothingToPay({ sale, emoji, world }: NothingProps) {
  if (sale === 'own') {
    return (
      <Notice title="This is your own emoji" text="You made it, so you can use it without buying it.">
        <WorldKey href="/studio/emoji" label="Go to your emoji" />
      </Notice>
    )
  }
  if (sale === 'yours') {
    return (
      <Notice title="You already have this emoji" text={`Type :${emoji.shortcode}: in the live room of this casset.`}>
        <WorldKey href={`${world}/sideb`} label="Open the live room" />
      </Notice>
    )
  }
  if (sale === 'withdrawn') {
    return (
      <Notice title="No longer for sale" text="The artist stopped selling it. Those who bought it keep it.">
        <WorldKey href={world} label="Back to the casset" />
      </Notice>
    )
  }
  return (
    <Notice title="Not available yet" text="This artist cannot be paid here yet, so nobody can buy it.">
      <WorldKey href={world} label="Back to the casset" />
    </Notice>
  )
}
