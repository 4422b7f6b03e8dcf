import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { page, required } from '../../page.tsx'
import { studioHead } from '../../parts/studio/studio-layout.tsx'
import { StudioPage, studioProps } from './page.tsx'

/**
 * `/studio/together/{slug}/casset`: cover, price, look and order of a co-casset, for its creator.
 */
export const studioTogetherCassetRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/together/:slug/casset', viewer: required }, ({ viewer, params }) => {
    const props = studioProps(ctx, viewer, params.slug ?? '')
    const title = say('{name}: cover, price and publishing', { name: props.media.casset.name })
    const description = say('Change what your casset looks like.')
    return {
      head: studioHead(ctx, props.media, { title, description, path: '/studio/together' }),
      main: <StudioPage here="/studio/together" {...props} />,
    }
  })
