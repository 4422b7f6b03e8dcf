import type { Ctx } from '../../../context.ts'
import { sellerOnReceipt } from '../../../tax/seller-on-receipt.ts'
import { taxDetailsOf } from '../../../tax/tax-details.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioTaxPage } from './page.tsx'

/** `/studio/tax`: what an artist wants on receipts, for the tax office. */
export const studioTaxRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tax', viewer: required }, ({ viewer }) => {
    const media = ownMedia(ctx, viewer)
    const description = 'What your receipts and prices say of tax.'
    const { ownerName } = sellerOnReceipt(ctx, viewer.artistId)
    return {
      head: studioHead(ctx, media, { title: 'Receipts and tax', description, path: '/studio/tax' }),
      main: (
        <StudioTaxPage
          media={media}
          details={taxDetailsOf(ctx, viewer.artistId)}
          isOwner={viewer.role === 'owner'}
          ownerName={ownerName}
          year={new Date(ctx.now()).getUTCFullYear()}
        />
      ),
    }
  })
