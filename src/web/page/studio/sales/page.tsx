import { setImmediate } from 'node:timers/promises'
import DisputesIsland from '../../../../../public/islands/studio/sales/disputes.tsx'
import SalesIsland, { type SalesProps } from '../../../../../public/islands/studio/sales/sales.tsx'
import { Day } from '../../../../../public/lib/day.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../../context.ts'
import type { Dispute } from '../../../../earnings/dispute/model.ts'
import { openDisputes } from '../../../../earnings/dispute/read-disputes.ts'
import { listSales } from '../../../../earnings/sale/read-sales.ts'
import { say } from '../../../../lib/language/say.ts'
import { gap } from '../../../../lib/text/gap.ts'
import type { Referrals } from '../../../../shop/referral/model.ts'
import { readReferrals } from '../../../../shop/referral/read-referrals.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { ShowOlder } from '../../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'
import { SalesFigures } from './figures.tsx'
import { readSalesView, type SalesView } from './view.ts'

const salesOnPage = 20
const referralsOnPage = 20

/** `/studio/sales`: the artist's sales. */
export const studioSalesRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/sales', viewer: required, query: { cursor: 200, span: 200 } },
    async ({ viewer, query: { cursor, span } }) => {
      const look = ownLook(ctx, viewer)
      const isTurned = cursor !== undefined
      const view = isTurned ? undefined : await readSalesView(ctx, viewer, span)
      const sales = listSales(ctx, viewer, salesOnPage, cursor)
      const disputes = isTurned ? [] : openDisputes(ctx, viewer)
      const { referrals } = isTurned ? { referrals: [] } : readReferrals(ctx, viewer, referralsOnPage)
      // Other requests are served between reading all this and drawing it.
      await setImmediate()
      const description = say('What was bought from you, and by whom.')
      return {
        head: studioHead(ctx, look, { title: say('Sales'), description, path: '/studio/sales' }),
        main: (
          <StudioSalesPage
            look={look}
            {...sales}
            isTurned={isTurned}
            view={view}
            disputes={disputes}
            referrals={referrals}
          />
        ),
      }
    },
  )

const Disputes = island('studio/sales/disputes', DisputesIsland)
const SalesList = island('studio/sales/sales', SalesIsland)

type StudioSalesPageProps = SalesProps & {
  look: Look
  nextCursor: string | null
  isTurned: boolean
  disputes: readonly Dispute[]
  /** The newest; none on the pages of older sales. */
  referrals: Referrals['referrals']
  /** Absent until the first sale. */
  view: SalesView | undefined
}

/** The artist's sales: open disputes, statistics, and each sale with a button to refund it. */
const StudioSalesPage = ({ look, sales, nextCursor, isTurned, view, disputes, referrals }: StudioSalesPageProps) => (
  <StudioLayout here="/studio/sales" texture={look.texture} theme={look.theme}>
    <article class="jcard sales-card">
      <h1>{say('Sales')}</h1>
      {disputes.length > 0 && (
        <section aria-labelledby="disputes">
          <h2 id="disputes" tabIndex={-1}>
            {say('Disputes')}
          </h2>
          <Disputes disputes={disputes} handle={look.handle} />
        </section>
      )}
      {view && <SalesFigures view={view} />}
      {referrals.length > 0 && <Brought referrals={referrals} />}
      <section aria-labelledby="sales">
        <h2 id="sales" tabIndex={-1}>
          {isTurned ? say('Older sales') : say('All sales')}
        </h2>
        {sales.length > 0 ? <SalesList sales={sales} /> : <Nothing look={look} isTurned={isTurned} />}
        <ShowOlder path="/studio/sales" cursor={nextCursor} />
      </section>
    </article>
  </StudioLayout>
)

const Nothing = ({ look: { handle }, isTurned }: Pick<StudioSalesPageProps, 'look' | 'isTurned'>) => (
  <p class="empty">
    {isTurned ? say('That is all.') : say('No sales yet. Send your page around, and the first one comes.')}
    {gap()}
    <a href={isTurned ? '/studio/sales' : `/@${handle}`}>
      {isTurned ? say('Back to the newest') : say('Go to your page')}
    </a>
  </p>
)

const Brought = ({ referrals }: Pick<Referrals, 'referrals'>) => (
  <section aria-labelledby="brought">
    <h2 id="brought">{say('Who brought whom')}</h2>
    <ul class="brought">
      {referrals.map(({ sender, collector, collectedAt }) => (
        <li key={`${sender.handle} ${collector.handle}`}>
          {inParts(
            say('<a>{displayName}</a> brought <a2>{displayName2}</a2>', {
              displayName: sender.displayName,
              displayName2: collector.displayName,
            }),
            {
              a: (text) => (
                <a href={`/@${sender.handle}`} dir="auto">
                  {text}
                </a>
              ),
              a2: (text) => (
                <a href={`/@${collector.handle}`} dir="auto">
                  {text}
                </a>
              ),
            },
          )}{' '}
          <span class="mono">
            <Day iso={collectedAt} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
