import type { Ctx } from '../../../context.ts'
import { listBatches } from '../../../download-code/list-batches.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioCodesPage } from './page.tsx'

const batchesOnPage = 50

/** `/studio/codes`: the artist's download codes. */
export const studioCodesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/codes', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const media = ownMedia(ctx, viewer)
    const batches = listBatches(ctx, viewer, batchesOnPage, cursor)
    const description = 'Codes that give your casset away.'
    return {
      head: studioHead(ctx, media, { title: 'Download codes', description, path: '/studio/codes' }),
      main: <StudioCodesPage media={media} {...batches} nowMs={ctx.now()} isTurned={cursor !== undefined} />,
    }
  })
