import DisputesIsland from '../../../../public/islands/studio/sales/disputes.tsx'
import SalesIsland, { type SalesProps } from '../../../../public/islands/studio/sales/sales.tsx'
import type { Dispute } from '../../../money/dispute/model.ts'
import type { Referrals } from '../../../money/referral/model.ts'
import { island } from '../../island.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, StudioLayout } from '../../parts/studio-layout.tsx'
import { Brought } from './brought.tsx'
import { SalesFigures } from './figures.tsx'
import type { SalesView } from './view.ts'

const Disputes = island('studio/sales/disputes', DisputesIsland)
const SalesList = island('studio/sales/sales', SalesIsland)

type StudioSalesPageProps = SalesProps & {
  look: Look
  nextCursor: string | null
  isTurned: boolean
  /** Those that are not decided. */
  disputes: readonly Dispute[]
  /** The newest; none on the pages of older sales. */
  referrals: Referrals['referrals']
  /** Absent until the first sale. */
  view: SalesView | undefined
}

/** The artist's sales: open disputes, statistics, and sale by sale, newest first, each with a button to refund it. */
export const StudioSalesPage = ({
  look,
  sales,
  nextCursor,
  isTurned,
  view,
  disputes,
  referrals,
}: StudioSalesPageProps) => (
  <StudioLayout here="/studio/sales" texture={look.texture} theme={look.theme}>
    <article class="jcard sales-card">
      <h1>Sales</h1>
      {disputes.length > 0 && (
        <section aria-labelledby="disputes">
          <h2 id="disputes" tabIndex={-1}>
            Disputes
          </h2>
          <Disputes disputes={disputes} handle={look.handle} />
        </section>
      )}
      {view && <SalesFigures view={view} />}
      {referrals.length > 0 && <Brought referrals={referrals} />}
      <section aria-labelledby="sales">
        <h2 id="sales" tabIndex={-1}>
          {isTurned ? 'Older sales' : 'All sales'}
        </h2>
        {sales.length > 0 ? <SalesList sales={sales} /> : <Nothing look={look} isTurned={isTurned} />}
        <ShowOlder path="/studio/sales" cursor={nextCursor} />
      </section>
    </article>
  </StudioLayout>
)

const Nothing = ({ look: { handle }, isTurned }: Pick<StudioSalesPageProps, 'look' | 'isTurned'>) => (
  <p class="empty">
    {isTurned ? 'Nothing older.' : 'No sales yet. Send your page around, and the first one comes.'}{' '}
    <a href={isTurned ? '/studio/sales' : `/@${handle}`}>{isTurned ? 'Back to the newest' : 'Go to your page'}</a>
  </p>
)
