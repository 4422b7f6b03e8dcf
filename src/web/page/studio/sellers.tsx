import SellersIsland, { type ShownSeller } from '../../../../public/islands/studio/sellers/sellers.tsx'
import { listSellers } from '../../../books/seller/list-sellers.ts'
import type { Sellers } from '../../../books/seller/model.ts'
import { artistById } from '../../../books/seller/permission/decide-permission.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { mayDo } from '../../../platform/http/session/desk-acts.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const sellersOnPage = 25

/** `/studio/sellers`: who asks to sell and who sells, for the owner of the instance. */
export const studioSellersRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/sellers', viewer: deskOnly('money'), query: { cursor: 200, asking: 200 } },
    ({ viewer, query: { cursor, asking } }) => {
      const look = ownLook(ctx, viewer)
      const description = say('Who asks to sell here, who sells, and what they are owed.')
      return {
        head: studioHead(ctx, look, { title: say('Sellers'), description, path: '/studio/sellers' }),
        main: (
          <StudioSellersPage
            look={look}
            isOpen={ctx.config.sellers === 'open'}
            asking={shown(ctx, viewer, listSellers(ctx, sellersOnPage, { asking: 'yes', cursor: asking }))}
            others={shown(ctx, viewer, listSellers(ctx, sellersOnPage, { asking: 'no', cursor }))}
          />
        ),
      }
    },
  )

type Shown = Pick<Sellers, 'nextCursor'> & { sellers: ShownSeller[] }

const shown = (ctx: Ctx, viewer: Viewer, { sellers, nextCursor }: Sellers): Shown => ({
  nextCursor,
  sellers: sellers.map((seller) => {
    const userIds = seller.isDeleted ? [] : [artistById(ctx, seller.id).userId]
    return {
      ...seller,
      mayAllow: mayDo(ctx, viewer, 'allow-seller', userIds),
      mayEnd: mayDo(ctx, viewer, 'end-seller', userIds),
    }
  }),
})

const SellerList = island('studio/sellers/sellers', SellersIsland)

type StudioSellersPageProps = {
  look: Look
  /** Everybody whose permission was not withdrawn may sell. */
  isOpen: boolean
  asking: Shown
  others: Shown
}

const StudioSellersPage = ({ look, isOpen, asking, others }: StudioSellersPageProps) => (
  <StudioLayout here="/studio/sellers" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('Sellers')}</h1>
        <p>
          {isOpen
            ? say('Every artist can sell here unless you switch it off.')
            : say('Artists can sell here once you allow it. You can always sell.')}
          {gap()}
          {say(
            'Legally you are the seller of everything that is sold on this site. When you switch an artist off, what they have sold stays with its buyers, and what they are owed is still paid.',
          )}
        </p>
      </header>
      <section aria-labelledby="asking">
        <h2 id="asking" tabIndex={-1}>
          {say('Requests to sell')}
        </h2>
        {asking.sellers.length > 0 ? (
          <SellerList sellers={asking.sellers} />
        ) : (
          <p class="empty">{say('No requests.')}</p>
        )}
        <ShowOlder path="/studio/sellers" cursor={asking.nextCursor} name="asking" />
      </section>
      <section aria-labelledby="sellers">
        <h2 id="sellers" tabIndex={-1}>
          {say('Artists who sell, or have sold')}
        </h2>
        {others.sellers.length > 0 ? (
          <SellerList sellers={others.sellers} />
        ) : (
          <p class="empty">{say('Nobody sells here yet.')}</p>
        )}
        <ShowOlder path="/studio/sellers" cursor={others.nextCursor} />
      </section>
    </article>
  </StudioLayout>
)
