import SellersIsland from '../../../../public/islands/studio/sellers/sellers.tsx'
import type { Sellers } from '../../../seller/model.ts'
import { island } from '../../island.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const SellerList = island('studio/sellers/sellers', SellersIsland)

type StudioSellersPageProps = {
  media: Media
  /** Everybody may sell from whom it was not taken back. */
  isOpen: boolean
  asking: Sellers
  others: Sellers
}

/** Who asks to sell and who sells, for the owner of the instance. */
export const StudioSellersPage = ({ media, isOpen, asking, others }: StudioSellersPageProps) => (
  <StudioLayout here="/studio/sellers" texture={media.texture} theme={media.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>Sellers</h1>
        <p>
          {isOpen
            ? 'Every artist here may sell, unless you take it back.'
            : 'An artist sells here when you allow it. You yourself always may.'}{' '}
          To the law you are the seller of everything that is sold on this site. When you take it back, what was sold
          stays with its buyers, and what is owed is still paid.
        </p>
      </header>
      <section aria-labelledby="asking">
        <h2 id="asking" tabIndex={-1}>
          They ask to sell
        </h2>
        {asking.sellers.length > 0 ? (
          <SellerList sellers={asking.sellers} />
        ) : (
          <p class="empty">Nobody asks at the moment.</p>
        )}
        <Further word="asking" cursor={asking.nextCursor} />
      </section>
      <section aria-labelledby="sellers">
        <h2 id="sellers" tabIndex={-1}>
          They sell, or did
        </h2>
        {others.sellers.length > 0 ? <SellerList sellers={others.sellers} /> : <p class="empty">Nobody yet.</p>}
        <Further word="cursor" cursor={others.nextCursor} />
      </section>
    </article>
  </StudioLayout>
)

const Further = ({ word, cursor }: { word: string; cursor: string | null }) =>
  cursor === null ? null : (
    <p class="acts">
      <a class="key" href={`/studio/sellers?${new URLSearchParams({ [word]: cursor })}`}>
        Further back
      </a>
    </p>
  )
