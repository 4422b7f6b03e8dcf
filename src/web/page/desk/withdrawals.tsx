import WithdrawalsIsland, { type WithdrawalsProps } from '../../../../public/islands/desk/withdrawals.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { listWithdrawals } from '../../../shop/withdrawal/open-withdrawals.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const onPage = 50

/** `/desk/withdrawals`: withdrawals from contracts, for the owner of the instance and helpers. */
export const deskWithdrawalsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/withdrawals', viewer: deskOnly('money'), query: { cursor: 200 } }, ({ viewer, query }) => {
    const look = ownLook(ctx, viewer)
    const description = say('What buyers withdrew from.')
    return {
      head: studioHead(ctx, look, { title: say('Withdrawals'), description, path: '/desk/withdrawals' }),
      main: <WithdrawalsPage look={look} {...listWithdrawals(ctx, onPage, query.cursor)} />,
    }
  })

const Withdrawals = island('desk/withdrawals', WithdrawalsIsland)

type PageProps = WithdrawalsProps & { look: Look; nextCursor: string | null }

const WithdrawalsPage = ({ look, nextCursor, withdrawals }: PageProps) => (
  <StudioLayout here="/desk/withdrawals" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('Withdrawals')}</h1>
        <p>
          {say(
            'Buyers withdraw at the foot of every page. Where their order was found, their money went back automatically; the rest waits here for your answer by email.',
          )}
        </p>
      </header>
      {withdrawals.length === 0 ? (
        <p class="empty">{say('Nobody has withdrawn from anything.')}</p>
      ) : (
        <Withdrawals withdrawals={withdrawals} />
      )}
      <ShowOlder path="/desk/withdrawals" cursor={nextCursor} />
    </article>
  </StudioLayout>
)
