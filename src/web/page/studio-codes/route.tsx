import type { Ctx } from '../../../context.ts'
import { listBatches } from '../../../money/download-code/list-batches.ts'
import type { Viewer } from '../../../platform/http/session.ts'
import { page, required } from '../../page.tsx'
import { studioPageOf } from '../../parts/shared-studio.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioCodesPage } from './page.tsx'

const batchesOnPage = 50
const query = { cursor: 200 } as const

/** `/studio/codes`: the artist's download codes. */
export const studioCodesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/codes', viewer: required, query }, ({ viewer, query: { cursor } }) =>
    codesOf(ctx, viewer, viewer.handle, cursor),
  )

/** `/studio/together/{slug}/codes`: those of a co-casset, for its creator. */
export const studioTogetherCodesRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/together/:slug/codes', viewer: required, query },
    ({ viewer, params, query: { cursor } }) => codesOf(ctx, viewer, params.slug ?? '', cursor),
  )

function codesOf(ctx: Ctx, viewer: Viewer, slug: string, cursor: string | undefined) {
  const media = ownMedia(ctx, viewer, slug)
  const batches = listBatches(ctx, viewer, batchesOnPage, { cassetId: media.casset.id, cursor })
  const { path, here } = studioPageOf(media, 'codes')
  const description = 'Codes that give your casset away.'
  return {
    head: studioHead(ctx, media, { title: 'Download codes', description, path: here }),
    main: <StudioCodesPage media={media} {...batches} path={path} nowMs={ctx.now()} isTurned={cursor !== undefined} />,
  }
}
