import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../context.ts'
import { openDisputes } from '../../../money/dispute/read-disputes.ts'
import { readReferrals } from '../../../money/referral/read-referrals.ts'
import { listSales } from '../../../money/sale/read-sales.ts'
import { page, required } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioSalesPage } from './page.tsx'
import { readSalesView } from './view.ts'

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
      // Others are served between reading all this and drawing it.
      await setImmediate()
      const description = 'What was bought from you, and by whom.'
      return {
        head: studioHead(ctx, look, { title: 'Sales', description, path: '/studio/sales' }),
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
