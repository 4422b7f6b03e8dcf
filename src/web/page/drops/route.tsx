import type { Ctx } from '../../../context.ts'
import { listDrops } from '../../../drop/list-drops.ts'
import { optional, page } from '../../page.tsx'
import { DropsPage } from './page.tsx'

const dropsOnPage = 24

/** `/drops`: the drops of all artists. */
export const dropsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/drops', viewer: optional, query: { cursor: 200 } }, ({ query: { cursor } }) => {
    const { campaigns, nextCursor } = listDrops(ctx, null, {}, dropsOnPage, cursor)
    // Those that are open are few and end soon: all of them are on the first page, however old they are.
    const open = cursor === undefined ? listDrops(ctx, null, { state: 'OPEN' }, dropsOnPage).campaigns : []
    return {
      head: {
        title: 'Drops · Tapedeck',
        description: 'Make a clip of a hook, gather likes, and win a part of the prize.',
        path: '/drops',
        sheet: 'forms',
      },
      main: <DropsPage open={open} over={campaigns.filter(({ state }) => state !== 'OPEN')} nextCursor={nextCursor} />,
    }
  })
