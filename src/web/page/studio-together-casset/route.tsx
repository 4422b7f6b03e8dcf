import type { Ctx } from '../../../context.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioPage } from '../studio/page.tsx'
import { studioProps } from '../studio/route.tsx'

/** `/studio/together/{slug}/casset`: cover, price, look and order of a co-casset, for its creator. */
export const studioTogetherCassetRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/together/:slug/casset', viewer: required }, ({ viewer, params }) => {
    const slug = params.slug ?? ''
    const title = `${ownMedia(ctx, viewer, slug).casset.name}: cover, price and publishing`
    return {
      head: studioHead(ctx, ownMedia(ctx, viewer, slug), {
        title,
        description: 'Change what your casset looks like.',
        path: '/studio/together',
      }),
      main: <StudioPage here="/studio/together" {...studioProps(ctx, viewer, slug)} />,
    }
  })
