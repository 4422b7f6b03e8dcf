import type { Ctx } from '../../../context.ts'
import { listSellers } from '../../../money/seller/list-sellers.ts'
import { ownerOnly, page } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioSellersPage } from './page.tsx'

const sellersOnPage = 25

/** `/studio/sellers`: who asks to sell and who sells, for the owner of the instance. */
export const studioSellersRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/sellers', viewer: ownerOnly, query: { cursor: 200, asking: 200 } },
    ({ viewer, query: { cursor, asking } }) => {
      const look = ownLook(ctx, viewer)
      const description = 'Who asks to sell here, who sells, and what they are owed.'
      return {
        head: studioHead(ctx, look, { title: 'Sellers', description, path: '/studio/sellers' }),
        main: (
          <StudioSellersPage
            look={look}
            isOpen={ctx.config.sellers === 'open'}
            asking={listSellers(ctx, sellersOnPage, { asking: 'yes', cursor: asking })}
            others={listSellers(ctx, sellersOnPage, { asking: 'no', cursor })}
          />
        ),
      }
    },
  )
