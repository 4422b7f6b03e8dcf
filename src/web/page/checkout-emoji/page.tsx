import Emoji from '../../../../public/islands/checkout/emoji.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { priceTag } from '../../../lib/money.ts'
import { island } from '../../island.tsx'
import { CounterRoom, OnCounter, Slip, WorldKey } from '../../parts/counter-room.tsx'
import type { EmojiView } from '../../parts/sale.ts'
import type { Media } from '../../parts/tape-view.ts'

const EmojiForm = island('checkout/emoji', Emoji)

/** How an emoji stands to its visitor. */
export type EmojiSale = 'own' | 'yours' | 'open' | 'withdrawn' | 'shut'

type EmojiPageProps = { media: Media; emoji: EmojiView; sale: EmojiSale; payment: Payment }

/** The counter for one emoji. */
export function EmojiPage({ media, emoji, sale, payment }: EmojiPageProps) {
  // Somebody who comes back from their bank sees the end of the form they left.
  const hasForm = sale === 'open' || (sale !== 'own' && payment.returned !== null)
  return (
    <CounterRoom media={media} goods={<Picture media={media} emoji={emoji} />} hasForm={hasForm}>
      {hasForm ? (
        <EmojiForm slug={media.casset.slug} emoji={emoji} payment={payment} />
      ) : (
        <NothingToPay sale={sale} emoji={emoji} world={`/@${media.artist.handle}`} />
      )}
    </CounterRoom>
  )
}

const Picture = ({ media: { artist }, emoji: { url, shortcode, price } }: Pick<EmojiPageProps, 'media' | 'emoji'>) => (
  <OnCounter
    handle={artist.handle}
    art={
      <div class="sticker">
        <img src={url} alt={`:${shortcode}:`} width="128" height="128" />
      </div>
    }
    title={`:${shortcode}:`}
    length={shortcode.length > 11 ? 'endless' : 'long'}
    hand={artist.displayName}
  >
    <p class="mono">{priceTag(price)} · one emoji, yours for good</p>
  </OnCounter>
)

type NothingProps = { sale: EmojiSale; emoji: EmojiView; world: string }

function NothingToPay({ sale, emoji, world }: NothingProps) {
  if (sale === 'own') {
    return (
      <Slip title="This one is your own" text="You made it, so you may use it wherever you like.">
        <WorldKey href="/studio/emoji" label="To your emoji" />
      </Slip>
    )
  }
  if (sale === 'yours') {
    return (
      <Slip title="You have this one" text={`Type :${emoji.shortcode}: wherever people talk about this casset.`}>
        <WorldKey href={world} label="To the casset" />
      </Slip>
    )
  }
  if (sale === 'withdrawn') {
    return (
      <Slip title="Not sold any more" text="The artist took it off the tray. Whoever has it keeps it.">
        <WorldKey href={world} label="To the casset" />
      </Slip>
    )
  }
  return (
    <Slip title="Not to be had yet" text="This artist cannot be paid here yet, so nobody can buy it.">
      <WorldKey href={world} label="To the casset" />
    </Slip>
  )
}
