import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import Tip from '../../../../public/islands/checkout/tip.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import { island } from '../../island.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const TipForm = island('checkout/tip', Tip)

type TipPageProps = { media: Media; payment: Payment; canTip: boolean }

/** The checkout of a tip to an artist. */
export function TipPage({ media, payment, canTip }: TipPageProps) {
  const { artist, casset, viewer } = media
  return (
    <CheckoutLayout media={media} goods={<Whom media={media} />} hasForm={canTip}>
      {canTip ? (
        <TipForm slug={casset.slug} artist={artist.displayName} currency={casset.price.currency} payment={payment} />
      ) : (
        <NoTip isOwn={viewer.owner} world={`/@${artist.handle}`} />
      )}
    </CheckoutLayout>
  )
}

const Whom = ({ media: { artist, casset, cover } }: { media: Media }) => (
  <OrderSummary
    handle={artist.handle}
    art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={artist.handle} />}
    title={artist.displayName}
    hand="a tip for the music"
  />
)

const NoTip = ({ isOwn, world }: { isOwn: boolean; world: string }) =>
  isOwn ? (
    <Notice title="This is you" text="You cannot tip yourself. Others find the tip button on your page.">
      <WorldKey href={world} label="Go to your page" />
    </Notice>
  ) : (
    <Notice title="Tips are not available yet" text="This artist cannot be paid here yet. Listening is thanks enough.">
      <WorldKey href={world} label="Back to the casset" />
    </Notice>
  )
