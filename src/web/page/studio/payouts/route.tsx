import { readOwed, readPools } from '../../../../books/ledger/read-owed.ts'
import { hasWon } from '../../../../books/seller/has-won.ts'
import { readPayouts } from '../../../../books/seller/payout/read-payouts.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { page, required } from '../../../page.tsx'
import { ownLook, studioHead } from '../../../parts/studio/studio-layout.tsx'
import { PayoutsPage } from './page.tsx'

/** `/studio/payouts`: how the artist is paid. */
export const studioPayoutsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/payouts', viewer: required, query: { from: 20 } }, async ({ viewer, query: { from } }) => {
    const payouts = await readPayouts(ctx, viewer)
    const look = ownLook(ctx, viewer)
    const description = say('How you are paid for what you sell.')
    return {
      head: studioHead(ctx, look, { title: say('Payouts'), description, path: '/studio/payouts' }),
      main: (
        <PayoutsPage
          look={look}
          payouts={payouts}
          isTest={ctx.config.payments === 'test'}
          isStale={from === 'stale'}
          feePercent={ctx.config.platformFeePercent}
          hasMail={ctx.mailer !== undefined}
          hasWon={hasWon(ctx, viewer.artistId)}
          others={viewer.role === 'owner' ? { owed: readOwed(ctx), pools: readPools(ctx) } : undefined}
        />
      ),
    }
  })
