import type { ComponentChildren } from 'preact'
import OpenStudio from '../../../../public/islands/auth/open-studio.tsx'
import Studio, { type StudioProps } from '../../../../public/islands/studio/studio.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { artistOf, toProfile } from '../../../account/artist.ts'
import { accountOfArtist } from '../../../books/seller/account/seller-account.ts'
import { obstacleTo } from '../../../books/seller/can-be-paid.ts'
import { sellingOf } from '../../../books/seller/permission/selling.ts'
import { visibleCasset } from '../../../casset/access/visible-casset.ts'
import { countFollowers } from '../../../casset/follow/read-follow.ts'
import { wasPlayed } from '../../../casset/play/read-plays.ts'
import { cassetTag } from '../../../casset/revision.ts'
import { countTapes } from '../../../casset/tape.ts'
import { readSuggestions } from '../../../casset/track/measure/file-tags.ts'
import { readSoldElsewhere } from '../../../casset/track/sold-elsewhere.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { longestSlug } from '../../../lib/text/slug.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import { assetUrl } from '../../../platform/asset/asset-url.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { signedIn } from '../../../platform/http/session/signed-in.ts'
import { payablePrices } from '../../../platform/payment/settled-least.ts'
import { readStorage } from '../../../platform/storage/usage.ts'
import type { OwnerMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { themeOf } from '../../document/theme.ts'
import { page, required, seeOther } from '../../page.tsx'
import { PageTexts } from '../../parts/page-texts.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'
import {
  ownMedia,
  ownMediaOf,
  StudioLayout,
  type StudioLayoutProps,
  studioHead,
} from '../../parts/studio/studio-layout.tsx'
import { toTape } from '../../parts/tape-view.ts'
import { shelfOf } from './shelf.tsx'

/** `/studio`: the artist's casset; for a listener, how to start one (rule: making-music). */
export const studioRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio', viewer: required }, ({ viewer }) => {
    if (!viewer.makesMusic) {
      const head = formHead('Studio', say('Publish your own music.'), '/studio')
      return { head, main: <StudioDoorPage address={`${new URL(ctx.site.origin).host}/@${viewer.handle}`} /> }
    }
    if (countTapes(ctx, viewer.artistId) > 1) return shelfOf(ctx, viewer)
    const props = studioProps(ctx, viewer, viewer.handle)
    const description = say('Put music on your casset.')
    return {
      head: studioHead(ctx, props.media, { title: say('Studio'), description, path: '/studio' }),
      main: (
        <StudioPage here="/studio" {...props}>
          <div class="jcard together-card">
            <PageTexts profile={toProfile(ctx, artistOf(ctx, viewer.userId))} />
          </div>
          {props.media.casset.published && (
            <p class="studio-guide">
              {inParts(say('<a>Make another casset</a>: an album, an EP, a single.'), {
                a: (text) => <a href="/studio/tapes">{text}</a>,
              })}
            </p>
          )}
        </StudioPage>
      ),
    }
  })

/** Returns the studio's data for a casset of the viewer's. Throws NOT_FOUND for any other. */
export function studioProps(ctx: Ctx, viewer: Viewer, slug: string): StudioProps {
  const world = visibleCasset(ctx, slug, viewer)
  const media = ownMediaOf(ctx, world, viewer)
  const storage = readStorage(ctx, viewer)
  const { casset } = world
  const { backgroundAssetId } = casset
  return {
    media,
    tag: cassetTag(casset),
    tape: toTape(ctx, media),
    maxUploadBytes: ctx.config.maxUploadBytes,
    readsAlac: ctx.ffmpeg !== null,
    storageText: storage.quotaBytes === null ? null : storage.words,
    obstacle: obstacleTo(ctx, slug),
    ownsSite: viewer.role === 'owner',
    isRehearsal: standsInFor(ctx, viewer),
    isTest: ctx.config.payments === 'test',
    most: sellingOf(ctx, viewer, media.casset.price.currency).limits?.most ?? null,
    prices: payablePrices(ctx, media.casset.price.currency),
    origin: ctx.site.origin,
    fileTags: readSuggestions(ctx, viewer, casset.id),
    soldElsewhere: readSoldElsewhere(ctx, casset.id),
    backgroundUrl: backgroundAssetId === null ? null : assetUrl(backgroundAssetId, 1280),
    firstWeek: firstWeekOf(ctx, media, world.artist.id),
  }
}

/** Whether test payments let an artist sell who has opened no account yet. */
const standsInFor = (ctx: Ctx, { role, artistId }: Viewer): boolean =>
  ctx.config.payments === 'test' && role !== 'owner' && accountOfArtist(ctx, 'test', artistId) === undefined

/** The list of what is left to do goes away a week after the tape came out. */
function firstWeekOf(ctx: Ctx, { casset }: OwnerMedia, artistId: string): StudioProps['firstWeek'] {
  const { id, published, publishedAt, sales } = casset
  if (published && publishedAt !== null && ctx.now() - Date.parse(publishedAt) > 7 * dayMs) return null
  const isHeard = () => sales.count > 0 || countFollowers(ctx, artistId) > 0 || wasPlayed(ctx, id)
  return { isShared: published && isHeard() }
}

/** `/studio/theme.css`: redirects to the current stylesheet of a casset of the artist's. */
export const studioThemeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/theme.css', viewer: signedIn, query: { casset: longestSlug } }, ({ viewer, query }) =>
    seeOther(themeOf(ctx, ownMedia(ctx, viewer, query.casset))),
  )

const StudioIsland = island('studio/studio', Studio)

type StudioPageProps = StudioProps & Pick<StudioLayoutProps, 'here'> & { children?: ComponentChildren }

export const StudioPage = ({ here, children, ...props }: StudioPageProps) => (
  <StudioLayout here={here} texture={props.media.texture} theme={props.media.theme}>
    <StudioIsland {...props} />
    {children}
  </StudioLayout>
)

const OpenKey = island('auth/open-studio', OpenStudio)

const StudioDoorPage = ({ address }: { address: string }) => (
  <FormLayout
    title={say('Do you make music?')}
    lead={say('Put your tracks on a page of your own: your sleeve, your price, your colours.')}
  >
    <OpenKey address={address} />
  </FormLayout>
)
