import type { Ctx } from '../../../context.ts'
import { listDrops } from '../../../drop/view/list-drops.ts'
import type { Campaign } from '../../../drop/view/model.ts'
import { optional, page } from '../../page.tsx'
import { DropsPage } from './page.tsx'

const dropsOnPage = 24

/** `/drops`: the drops of all artists. */
export const dropsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/drops', viewer: optional, query: { cursor: 200 } }, ({ query: { cursor } }) => {
    const { campaigns, nextCursor } = listDrops(ctx, null, {}, dropsOnPage, cursor)
    const isFirst = cursor === undefined
    // Between its end and the choice of its winners a drop takes no more clips.
    const isOpen = ({ state, endsAt }: Campaign) => state === 'OPEN' && Date.parse(endsAt) >= ctx.now()
    // Those that are open are few and end soon: the first page has them, however old they are.
    const listed = isFirst ? listDrops(ctx, null, { state: 'OPEN' }, dropsOnPage).campaigns : campaigns
    const open = listed.filter(isOpen)
    const over = campaigns.filter((drop) => !isOpen(drop))
    return {
      head: {
        title: 'Drops · Tapedeck',
        description: 'Make a clip of a hook, gather likes, and win a part of the prize.',
        path: '/drops',
        sheet: 'forms',
      },
      main: <DropsPage open={open} over={over} isFirst={isFirst} nextCursor={nextCursor} />,
    }
  })
