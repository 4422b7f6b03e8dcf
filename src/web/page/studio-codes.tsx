import CodesIsland, { type CodesProps } from '../../../public/islands/studio/codes/codes.tsx'
import type { Ctx } from '../../context.ts'
import { listBatches } from '../../money/download-code/list-batches.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { island } from '../island.tsx'
import { page, required } from '../page.tsx'
import { AboutShared, studioPageOf } from '../parts/shared-studio.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { ownMedia, StudioLayout, studioHead } from '../parts/studio-layout.tsx'
import type { Media } from '../parts/tape-view.ts'

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

const Codes = island('studio/codes/codes', CodesIsland)

type StudioCodesPageProps = Omit<CodesProps, 'cassetId'> & { media: Media; path: string; nextCursor: string | null }

/** Download codes: created here, printed by the artist, redeemed by others. */
const StudioCodesPage = ({ media, path, nextCursor, ...codes }: StudioCodesPageProps) => (
  <StudioLayout here={studioPageOf(media, 'codes').here} texture={media.texture} theme={media.theme}>
    <article class="jcard codes-card">
      <header>
        <AboutShared media={media} />
        <h1>Download codes</h1>
        <p>
          Each code gives your casset to one person for free. They type it in at <a href="/redeem">/redeem</a>, or open
          its link.
        </p>
      </header>
      <Codes cassetId={media.casset.id} {...codes} />
      <ShowOlder path={path} cursor={nextCursor} />
    </article>
  </StudioLayout>
)
