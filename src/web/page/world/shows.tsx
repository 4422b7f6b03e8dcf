import { isHandle } from '../../../account/handle/handle.ts'
import { showData } from '../../../audience/show/music-event.ts'
import {
  comingShows,
  type PublicShow,
  showsCalendarPath,
  showsPath,
  toPublicShow,
} from '../../../audience/show/show.ts'
import { pageOfShows } from '../../../audience/show/show-calendar.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { countryName } from '../../../lib/payment/country.ts'
import { wallText } from '../../../lib/time/wall-text.ts'
import { lookOf } from '../../../world/look.ts'
import { renderedFrom } from '../../answer-page.tsx'
import { themeOf } from '../../document/theme.ts'
import { movedTo, optional, page } from '../../page.tsx'

/** How many shows stand on the artist's page; all have a page of their own. */
export const showsOnPage = 5

/** `/@handle/shows`: all coming shows of an artist (rule: shows). */
export const worldShowsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/shows', viewer: optional }, ({ params, viewer }) => {
    const handle = (params.handle ?? '').toLowerCase()
    if (isHandle(handle) && handle !== params.handle) return movedTo(showsPath(handle))
    const world = pageOfShows(ctx, handle, viewer)
    const { artist, casset } = world
    const look = lookOf(world)
    const shows = comingShows(ctx, artist.id).map(toPublicShow)
    const { origin } = ctx.site
    const path = showsPath(artist.handle)
    return {
      head: {
        title: say('Shows of {artist}', { artist: artist.displayName }),
        description: say('When and where {artist} plays.', { artist: artist.displayName }),
        path,
        theme: themeOf(ctx, look),
        isHidden: casset.privacy !== 'public',
        cassetId: casset.id,
        ...(shows.length > 0
          ? {
              structured: {
                '@context': 'https://schema.org',
                '@graph': shows.map((show) => showData({ name: artist.displayName, url: origin + path }, show)),
              },
            }
          : {}),
      },
      ...renderedFrom(ShowsPage, {
        artist: artist.displayName,
        handle: artist.handle,
        pattern: look.texture.profilePatternId,
        calendar: origin + showsCalendarPath(artist.handle),
        shows,
      }),
    }
  })

type ShowsPageProps = { artist: string; handle: string; pattern: string; calendar: string; shows: PublicShow[] }

const ShowsPage = ({ artist, handle, pattern, calendar, shows }: ShowsPageProps) => (
  <main id="main" class="world wrap" data-pattern={pattern} tabIndex={-1}>
    <article class="jcard clip-card">
      <header class="stack">
        <h1 dir="auto">{say('Shows of {artist}', { artist })}</h1>
        <p class="acts">
          <a class="key" href={`/@${handle}`}>
            {say('The page of {artist}', { artist })}
          </a>
          <a class="key" href={calendar.replace(/^https?:/, 'webcal:')}>
            {say('Subscribe in a calendar')}
          </a>
        </p>
        <p>
          {say('The address for calendars:')} <a href={calendar}>{calendar}</a>
        </p>
      </header>
      <section class="made-of-it" aria-label={say('Shows')}>
        {shows.length > 0 ? <ShowList shows={shows} /> : <p class="empty">{say('No show to come.')}</p>}
      </section>
    </article>
  </main>
)

type ShowsSectionProps = { handle: string; shows: readonly PublicShow[] }

/** The next shows on the artist's page; nothing without any. */
export const ShowsSection = ({ handle, shows }: ShowsSectionProps) =>
  shows.length === 0 ? null : (
    <section class="made-of-it" aria-labelledby="shows">
      <div class="side-head">
        <h2 id="shows">{say('Shows')}</h2>
      </div>
      <ShowList shows={shows.slice(0, showsOnPage)} />
      <div class="acts">
        <a class="key" href={showsPath(handle)}>
          {shows.length > showsOnPage ? say('All shows') : say('Shows in a calendar')}
        </a>
      </div>
    </section>
  )

const ShowList = ({ shows }: { shows: readonly PublicShow[] }) => (
  <ul class="clips">
    {shows.map(({ id, day, time, doors, venue, town, country, withWhom, ticketsUrl, state }) => (
      <li key={id}>
        <time class="mono" datetime={time === null ? day : `${day}T${time}`}>
          {wallText(day, time)}
        </time>
        <b dir="auto">{venue}</b>
        <p>
          <bdi>{town}</bdi>, {countryName(country)}
        </p>
        {withWhom !== null && (
          <p class="hint" dir="auto">
            {say('With {names} ## others who play at a show', { names: withWhom })}
          </p>
        )}
        {doors !== null && <p class="hint">{say('Doors: {time}', { time: doors })}</p>}
        {state !== 'ON' && <b>{state === 'SOLD_OUT' ? say('Sold out') : say('Called off ## a show')}</b>}
        {state === 'ON' && ticketsUrl !== null && (
          <a
            class="key"
            href={ticketsUrl}
            rel="noopener nofollow ugc"
            target="_blank"
            aria-label={say('Tickets: {venue}, {town}', { venue, town })}
          >
            {say('Tickets ## a link to where they are sold')}
          </a>
        )}
      </li>
    ))}
  </ul>
)
