import type { Ctx } from '../../../context.ts'
import { listDrops } from '../../../drop/view/list-drops.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { readyHooks } from '../../parts/tape-view.ts'
import { StudioDropsPage } from './page.tsx'

const dropsOnPage = 24

/** `/studio/drops`: the artist's drops. */
export const studioDropsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/drops', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const media = ownMedia(ctx, viewer)
    const { campaigns, nextCursor } = listDrops(ctx, viewer, { handle: viewer.handle }, dropsOnPage, cursor)
    const description = 'Put up a prize for clips of your hooks.'
    const tracks = readyHooks(media)
    return {
      head: studioHead(ctx, media, { title: 'Drops', description, path: '/studio/drops' }),
      main: <StudioDropsPage media={media} drops={campaigns} nextCursor={nextCursor} tracks={tracks} />,
    }
  })
