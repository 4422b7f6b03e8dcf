import DropFunding from '../../../../public/islands/checkout/drop.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import type { Campaign } from '../../../drop/view/model.ts'
import { island } from '../../island.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const FundingForm = island('checkout/drop', DropFunding)

type FundingPageProps = { media: Media; drop: Campaign; payment: Payment }

const open = new Set<Campaign['state']>(['DRAFT', 'FUNDING', 'FUNDED'])

/** The checkout by which an artist funds a drop of theirs. */
export function FundingPage({ media, drop, payment }: FundingPageProps) {
  const { artist, casset, cover } = media
  // Who returns from their bank sees the end of the form that they left.
  const hasForm = payment.mode !== 'off' && (open.has(drop.state) || payment.returned !== null)
  return (
    <CheckoutLayout
      media={media}
      hasForm={hasForm}
      goods={
        <OrderSummary
          handle={artist.handle}
          art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={artist.handle} />}
          title={drop.title}
          hand="the prize of a drop"
        >
          <p>
            The payment processor keeps its fee, about 3 percent with most cards: the prize is what that leaves. It
            holds the prize until you pay the winners; if the drop is cancelled, the prize goes back to you, without the
            fee.
          </p>
        </OrderSummary>
      }
    >
      {hasForm ? (
        <FundingForm slug={casset.slug} id={drop.id} currency={casset.price.currency} payment={payment} />
      ) : (
        <Notice
          title="There is nothing to fund"
          text={payment.mode === 'off' ? 'This site takes no payments yet.' : 'This drop takes no more prize money.'}
        >
          <WorldKey href={`/studio/drops/${drop.id}`} label="Back to the drop" />
        </Notice>
      )}
    </CheckoutLayout>
  )
}
