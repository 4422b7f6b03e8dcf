import type { Ctx } from '../../../context.ts'
import { sellerOnReceipt } from '../../../money/tax/seller-on-receipt.ts'
import { taxDetailsOf } from '../../../money/tax/tax-details.ts'
import { page, required } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioTaxPage } from './page.tsx'

/** `/studio/tax`: what an artist wants on receipts, for the tax office. */
export const studioTaxRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tax', viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const description = 'What your receipts and prices say of tax.'
    const { ownerName } = sellerOnReceipt(ctx, viewer.artistId)
    return {
      head: studioHead(ctx, look, { title: 'Receipts and tax', description, path: '/studio/tax' }),
      main: (
        <StudioTaxPage
          look={look}
          details={taxDetailsOf(ctx, viewer.artistId)}
          isOwner={viewer.role === 'owner'}
          ownerName={ownerName}
          year={new Date(ctx.now()).getUTCFullYear()}
        />
      ),
    }
  })
