import ShowsIsland, { type ShowsProps } from '../../../../../public/islands/studio/shows/shows.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import { mostShows, showsOf, showsPath, toShow } from '../../../../audience/show/show.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { namedCountries } from '../../../../lib/payment/country.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'

const path = '/studio/shows'

/** `/studio/shows`: the artist's concerts (rule: shows). */
export const studioShowsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const props = {
      shows: showsOf(ctx, viewer.artistId).map((row) => toShow(ctx, row)),
      countries: namedCountries(),
      most: mostShows,
    }
    return {
      head: studioHead(ctx, look, { title: say('Shows'), description: say('When and where you play.'), path }),
      main: <StudioShowsPage look={look} page={showsPath(viewer.handle)} {...props} />,
    }
  })

const Shows = island('studio/shows/shows', ShowsIsland)

const StudioShowsPage = ({ look, page, ...props }: ShowsProps & { look: Look; page: string }) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard letters-card">
      <header>
        <h1>{say('Shows')}</h1>
        <p>
          {inParts(
            say(
              'Your concerts: on your page, in your feed, and on a <a>page of their own</a> to which calendars subscribe. A show goes from the pages automatically when its day is over.',
            ),
            { a: (text) => <a href={page}>{text}</a> },
          )}
        </p>
      </header>
      <Shows {...props} />
    </article>
  </StudioLayout>
)
