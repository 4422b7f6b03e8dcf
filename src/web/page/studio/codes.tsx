import CodesIsland, { type CodesProps } from '../../../../public/islands/studio/codes/codes.tsx'
import DiscountsIsland, { type DiscountsProps } from '../../../../public/islands/studio/codes/discounts.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { listDiscounts } from '../../../shop/discount/discount.ts'
import { listBatches } from '../../../shop/download-code/list-batches.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { AboutShared, studioPageOf } from '../../parts/studio/shared-studio.tsx'
import { ownMedia, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const batchesOnPage = 50
const discountsOnPage = 100
const query = { cursor: 200 } as const

/** `/studio/codes`: the artist's download codes. */
export const studioCodesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/codes', viewer: required, query }, ({ viewer, query: { cursor } }) =>
    codesOf(ctx, viewer, viewer.handle, cursor),
  )

/** `/studio/tapes/{slug}/codes`: those of a further tape. */
export const studioTapeCodesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tapes/:slug/codes', viewer: required, query }, ({ viewer, params, query: { cursor } }) =>
    codesOf(ctx, viewer, params.slug ?? '', cursor),
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
  const isTurned = cursor !== undefined
  const { id: cassetId, price, slug: checkoutSlug } = media.casset
  const off: DiscountsProps | null = isTurned
    ? null
    : {
        cassetId,
        currency: price.currency,
        checkout: `${ctx.site.origin}/checkout/${checkoutSlug}`,
        canBeForAll: slug === viewer.handle,
        discounts: listDiscounts(ctx, viewer, discountsOnPage, { cassetId }).discounts,
        nowMs: ctx.now(),
      }
  const { path, here } = studioPageOf(media, 'codes')
  const description = say('Codes that give your casset away, and codes that reduce its price.')
  return {
    head: studioHead(ctx, media, { title: say('Codes'), description, path: here }),
    main: <StudioCodesPage media={media} {...batches} off={off} path={path} nowMs={ctx.now()} isTurned={isTurned} />,
  }
}

const Codes = island('studio/codes/codes', CodesIsland)
const Discounts = island('studio/codes/discounts', DiscountsIsland)

type StudioCodesPageProps = Omit<CodesProps, 'cassetId'> & {
  media: Media
  off: DiscountsProps | null
  path: string
  nextCursor: string | null
}

const StudioCodesPage = ({ media, off, path, nextCursor, ...codes }: StudioCodesPageProps) => (
  <StudioLayout here={studioPageOf(media, 'codes').here} texture={media.texture} theme={media.theme}>
    <article class="jcard codes-card">
      <header>
        <AboutShared media={media} />
        <h1>{say('Codes')}</h1>
        <p>{say('Some reduce the price, others give your casset away.')}</p>
      </header>
      {off && (
        <section aria-labelledby="discounts">
          <h2 id="discounts" tabIndex={-1}>
            {say('Codes that reduce the price')}
          </h2>
          <p>{say('Buyers type such a word at the checkout, or open its link. Each person can use it once.')}</p>
          <Discounts {...off} />
        </section>
      )}
      <div>
        <h2>{say('Codes that give it away')}</h2>
        <p>
          {inParts(
            say('Each gives your casset to one person for free. They type it in at <a>/redeem</a>, or open its link.'),
            { a: (text) => <a href="/redeem">{text}</a> },
          )}
        </p>
      </div>
      <Codes cassetId={media.casset.id} {...codes} />
      <ShowOlder path={path} cursor={nextCursor} />
    </article>
  </StudioLayout>
)
