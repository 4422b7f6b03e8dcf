import SalesIsland, { type SalesProps } from '../../../../public/islands/studio/sales/sales.tsx'
import { island } from '../../island.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'
import { SalesFigures } from './figures.tsx'
import type { SalesView } from './view.ts'

const SalesList = island('studio/sales/sales', SalesIsland)

type StudioSalesPageProps = SalesProps & {
  media: Media
  nextCursor: string | null
  isTurned: boolean
  /** Absent until the first sale. */
  view: SalesView | undefined
}

/** The artist's sales: statistics, and sale by sale, newest first, each with a button to refund it. */
export const StudioSalesPage = ({ media, sales, nextCursor, isTurned, view }: StudioSalesPageProps) => (
  <StudioLayout here="/studio/sales" texture={media.texture} theme={media.theme}>
    <article class="jcard sales-card">
      <h1>Sales</h1>
      {view && <SalesFigures view={view} />}
      <section aria-labelledby="sales">
        <h2 id="sales" tabIndex={-1}>
          {isTurned ? 'Older sales' : 'All sales'}
        </h2>
        {sales.length > 0 ? <SalesList sales={sales} /> : <Nothing media={media} isTurned={isTurned} />}
        {nextCursor !== null && (
          <p class="acts">
            <a class="key" href={`/studio/sales?cursor=${encodeURIComponent(nextCursor)}`}>
              Show older
            </a>
          </p>
        )}
      </section>
    </article>
  </StudioLayout>
)

const Nothing = ({ media: { artist }, isTurned }: Pick<StudioSalesPageProps, 'media' | 'isTurned'>) => (
  <p class="empty">
    {isTurned ? 'Nothing older.' : 'No sales yet. Send your page around, and the first one comes.'}{' '}
    <a href={isTurned ? '/studio/sales' : `/@${artist.handle}`}>
      {isTurned ? 'Back to the newest' : 'Go to your page'}
    </a>
  </p>
)
