import SalesIsland, { type SalesProps } from '../../../../public/islands/studio/sales/sales.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { sellerById } from '../../../books/seller/list-sellers.ts'
import type { Seller } from '../../../books/seller/model.ts'
import type { Ctx } from '../../../context.ts'
import { listSales } from '../../../earnings/sale/read-sales.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const salesOnPage = 50

/** `/studio/sellers/{id}`: another artist's sales, for the owner of the instance. */
export const studioSellerRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/sellers/:id', viewer: deskOnly('money'), query: { cursor: 200 } },
    ({ viewer, params: { id }, query: { cursor } }) => {
      const seller = sellerById(ctx, id)
      const look = ownLook(ctx, viewer)
      const title = say('Sales of {displayName}', { displayName: seller.displayName })
      const description = say('What an artist sold here, each to be refunded.')
      const sales = listSales(ctx, { artistId: id, role: 'owner' }, salesOnPage, cursor)
      return {
        head: studioHead(ctx, look, { title, description, path: '/studio/sellers' }),
        main: <StudioSellerPage look={look} seller={seller} {...sales} isTurned={cursor !== undefined} />,
      }
    },
  )

const SalesList = island('studio/sales/sales', SalesIsland)

type StudioSellerPageProps = SalesProps & {
  look: Look
  seller: Seller
  nextCursor: string | null
  isTurned: boolean
}

/**
 * An artist's sales, newest first, each with a button to refund it, for the owner of the instance.
 */
const StudioSellerPage = ({ look, seller, sales, nextCursor, isTurned }: StudioSellerPageProps) => (
  <StudioLayout here="/studio/sellers" texture={look.texture} theme={look.theme}>
    <article class="jcard sales-card">
      <header>
        <h1>
          {inParts(say('Sales of <span>{displayName}</span>', { displayName: seller.displayName }), {
            span: (text) => <span dir="auto">{text}</span>,
          })}
        </h1>
        <p>
          {inParts(
            say(
              '<a>@{handle}</a> sold this. Legally you are the seller, so you can refund it too: the money is taken back from them, and what they no longer have they owe you.',
              { handle: seller.handle },
            ),
            { a: (text) => <a href={`/@${seller.handle}`}>{text}</a> },
          )}
        </p>
      </header>
      <section aria-labelledby="sales">
        <h2 id="sales" tabIndex={-1}>
          {isTurned ? say('Older sales') : say('All sales')}
        </h2>
        {sales.length > 0 ? (
          <SalesList sales={sales} />
        ) : (
          <p class="empty">{isTurned ? say('That is all.') : say('Nothing was sold yet.')}</p>
        )}
        <ShowOlder path={`/studio/sellers/${seller.id}`} cursor={nextCursor}>
          <a class="key" href="/studio/sellers">
            {say('All sellers')}
          </a>
        </ShowOlder>
      </section>
    </article>
  </StudioLayout>
)
