import type { Ctx } from '../../../context.ts'
import { listSales } from '../../../money/sale/read-sales.ts'
import { sellerById } from '../../../money/seller/list-sellers.ts'
import { ownerOnly, page } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioSellerPage } from './page.tsx'

const salesOnPage = 50

/** `/studio/sellers/{id}`: what somebody else sold, for the owner of the instance. */
export const studioSellerRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/sellers/:id', viewer: ownerOnly, query: { cursor: 200 } },
    ({ viewer, params: { id }, query: { cursor } }) => {
      const seller = sellerById(ctx, id)
      const look = ownLook(ctx, viewer)
      const title = `Sales of ${seller.displayName}`
      const description = 'What an artist sold here, each to be refunded.'
      const sales = listSales(ctx, { artistId: id, role: 'owner' }, salesOnPage, cursor)
      return {
        head: studioHead(ctx, look, { title, description, path: '/studio/sellers' }),
        main: <StudioSellerPage look={look} seller={seller} {...sales} isTurned={cursor !== undefined} />,
      }
    },
  )
