import ShareWays, { type ShareWaysProps } from '../../../../public/islands/studio/share/ways.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { ownTapes } from '../../../casset/read-tapes.ts'
import type { OwnTape } from '../../../casset/shape.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { longestSlug, pagePath } from '../../../lib/text/slug.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const path = '/studio/share'

/** `/studio/share`: the ways to share the newest casset of the artist, or the one that is named. */
export const studioShareRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required, query: { casset: longestSlug } }, ({ viewer, query: { casset } }) => {
    const look = ownLook(ctx, viewer)
    const shown = ownTapes(ctx, viewer).filter(({ published, privacy }) => published && privacy !== 'private')
    const chosen = shown.find(({ slug }) => slug === casset) ?? shown[0]
    return {
      head: studioHead(ctx, look, { title: say('Share'), description: say('Pass your music on.'), path }),
      main: (
        <SharePage look={look} tapes={shown} chosen={chosen} origin={ctx.site.origin} artist={viewer.displayName} />
      ),
    }
  })

const Ways = island('studio/share/ways', ShareWays)

type SharePageProps = {
  look: Look
  tapes: readonly OwnTape[]
  chosen: OwnTape | undefined
  origin: string
  artist: string
}

const SharePage = ({ look, tapes, chosen, origin, artist }: SharePageProps) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard codes-card">
      <header>
        <h1>{say('Share')}</h1>
      </header>
      {tapes.length > 1 && (
        <nav class="spans" aria-label={say('Casset')}>
          {tapes.map(({ id, slug, name }) => (
            <a
              key={id}
              href={`${path}?casset=${slug}`}
              aria-current={id === chosen?.id ? 'true' : undefined}
              dir="auto"
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      {chosen ? (
        <>
          <Ways {...sharedOf(chosen, origin, artist)} />
          <Picture {...chosen} />
        </>
      ) : (
        <p class="empty">
          {inParts(say('Nobody else sees your casset yet. <a>Publish it first</a>'), {
            a: (text) => <a href="/studio">{text}</a>,
          })}
        </p>
      )}
    </article>
  </StudioLayout>
)

const sharedOf = ({ slug, name }: OwnTape, origin: string, artist: string): ShareWaysProps => ({
  slug,
  url: origin + pagePath(slug),
  title: say('{name} by {artist}', { name, artist }),
})

const Picture = ({ slug, name }: OwnTape) => (
  <section aria-labelledby="picture">
    <h2 id="picture">{say('Picture and clip')}</h2>
    <img
      src={`/share/casset/${slug}.png`}
      width="1200"
      height="630"
      loading="lazy"
      alt={say('Sleeve, name and price of {name}', { name })}
    />
    <p class="acts">
      <a class="key" href={`/share/casset/${slug}.png`} download={`${slug}.png`}>
        {say('Save the picture')}
      </a>
      <a class="key" href={`/@${slug}/clip/video`}>
        {say('Make a clip')}
      </a>
    </p>
  </section>
)
