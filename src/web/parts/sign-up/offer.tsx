import type { ComponentChildren } from 'preact'
import { Sleeve, type SleeveProps } from '../../../../public/lib/sleeve.tsx'
import { titleLength } from '../../../lib/text/title-length.ts'

/** The reward of signing in or up, as shown above the form (rule: sign-in-doors). */
export type Offer = {
  title: string
  lead: string
  sleeve: SleeveProps
  facts: string | null
  goods: string | null
  sheet: string
}

type OfferWordsProps = { offer: Offer; otherDoor: ComponentChildren }

export const OfferWords = ({ offer, otherDoor }: OfferWordsProps) => (
  <div class="gate-words">
    <h1 dir="auto" data-length={titleLength(offer.title)}>
      {offer.title}
    </h1>
    <p class="hand" dir="auto">
      {offer.sleeve.artist}
    </p>
    {offer.facts !== null && <p class="mono">{offer.facts}</p>}
    <p>{offer.lead}</p>
    {offer.goods !== null && <p class="fine-print">{offer.goods}</p>}
    {otherDoor && <p class="other-door">{otherDoor}</p>}
  </div>
)

export const OfferSleeve = ({ offer }: { offer: Offer }) => (
  <div class="gate-art">
    <Sleeve {...offer.sleeve} />
  </div>
)
