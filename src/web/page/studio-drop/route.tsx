import type { Ctx } from '../../../context.ts'
import { ownCampaign } from '../../../drop/campaign.ts'
import { readDrop } from '../../../drop/view/read-drop.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { readyHooks } from '../../parts/tape-view.ts'
import { StudioDropPage } from './page.tsx'

/** `/studio/drops/:id`: one drop, run by its artist. */
export const studioDropRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/drops/:id', viewer: required }, ({ viewer, params: { id } }) => {
    ownCampaign(ctx, id, viewer)
    const drop = readDrop(ctx, id, viewer)
    const media = ownMedia(ctx, viewer)
    const tracks = readyHooks(media)
    const { hook, title } = drop.campaign
    const isListed = tracks.some(({ hookId }) => hookId === hook.id)
    return {
      head: studioHead(ctx, media, { title, description: 'Run a drop of yours.', path: '/studio/drops' }),
      main: (
        <StudioDropPage
          media={media}
          drop={drop}
          tracks={isListed ? tracks : [{ hookId: hook.id, title: hook.title ?? '—' }, ...tracks]}
        />
      ),
    }
  })
