import PartyIsland, { type PartyProps } from '../../../../../public/islands/party.tsx'
import Share from '../../../../../public/islands/share.tsx'
import { CoverImage, DrawnSleeve } from '../../../../../public/lib/sleeve.tsx'
import { isVisible } from '../../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { pagePath } from '../../../../lib/text/slug.ts'
import type { Cover } from '../../../../platform/asset/shape.ts'
import { partyPath, seenParty, toParty } from '../../../../room/party/party.ts'
import { lookOf } from '../../../../world/look.ts'
import { readMedia } from '../../../../world/media.ts'
import { renderedFrom } from '../../../answer-page.tsx'
import { island } from '../../../document/island.tsx'
import { themeOf } from '../../../document/theme.ts'
import { movedTo, optional, page } from '../../../page.tsx'
import { partyInHead } from '../../../share-picture/describe.ts'
import { CollectKey, collectKeyOf } from '../collect-key.tsx'

// A page of the same second is the same page, and the island asks for the time.
const secondMs = 1_000

/** `/@handle/sideb/party`: the listening party of a tape (rule: listening-parties). */
export const partyRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/sideb/party', viewer: optional }, ({ request, params, viewer }) => {
    const asked = params.handle ?? ''
    const slug = asked.toLowerCase()
    const { world, party } = seenParty(ctx, slug, viewer)
    if (slug !== asked) return movedTo(partyPath(slug) + new URL(request.url).search)
    const { casset, artist } = world
    const look = lookOf(world)
    const byline = say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })
    return {
      head: {
        title: say('Listening party for {name}', { name: casset.name }),
        description: byline,
        path: partyPath(artist.handle),
        sheet: 'room',
        theme: themeOf(ctx, look),
        ...partyInHead(ctx, world, party),
        isHidden: casset.privacy !== 'public',
        cassetId: casset.id,
      },
      ...renderedFrom(PartyPage, {
        slug: artist.handle,
        artist: artist.displayName,
        party: toParty(party),
        nowMs: Math.floor(ctx.now() / secondMs) * secondMs,
        name: casset.name,
        byline,
        cover: look.cover,
        pattern: look.texture.profilePatternId,
        collecting: isVisible(ctx, world, viewer) ? collectKeyOf(ctx, readMedia(ctx, slug, viewer), viewer) : null,
        url: ctx.site.origin + partyPath(artist.handle),
        shareStyles: ctx.assets.manifest.sheets.share,
      }),
    }
  })

const Party = island('party', PartyIsland)
const ShareKey = island('share', Share)

type PartyPageProps = PartyProps & {
  name: string
  byline: string
  cover: Cover | null
  pattern: string
  /** Null for a tape whose page the viewer does not see yet. */
  collecting: ReturnType<typeof collectKeyOf> | null
  url: string
  shareStyles: string
}

const PartyPage = ({ name, byline, cover, pattern, collecting, url, shareStyles, ...party }: PartyPageProps) => (
  <main id="main" class="world side-b wrap" data-pattern={pattern} tabIndex={-1}>
    <article class="jcard">
      <header class="party-front">
        <div class="pic">
          {cover ? <CoverImage cover={cover} alt="" sizes="14rem" isFirst /> : <DrawnSleeve name={name} />}
        </div>
        <div class="stack">
          <h1>{say('Listening party')}</h1>
          <p class="hand" dir="auto">
            {byline}
          </p>
          <Party {...party} />
          <div class="acts">
            {collecting && (
              <>
                <CollectKey {...collecting} place="front" />
                <a class="key" href={pagePath(party.slug)}>
                  {say('The casset')}
                </a>
              </>
            )}
            <ShareKey slug={party.slug} url={url} title={byline} hasOwnLink={false} styles={shareStyles} />
          </div>
        </div>
      </header>
    </article>
  </main>
)
