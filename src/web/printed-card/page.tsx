import { clock } from '../../../public/lib/clock.ts'
import { cutText } from '../../../public/lib/cut-text.ts'
import type { PublicShow } from '../../audience/show/show.ts'
import { directionOf } from '../../lib/language/languages.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { countryName } from '../../lib/payment/country.ts'
import { wallText } from '../../lib/time/wall-text.ts'
import { BareHead } from '../document/bare-head.tsx'
import { artistOfTrack, type Media, unreadyText } from '../parts/tape-view.ts'
import { Front, Spine } from './art.tsx'
import { layOut, type PrintedTrack } from './panels.ts'

export type PrintedCardProps = {
  media: Media
  shows: readonly PublicShow[]
  url: string
  code: string
  sheets: readonly string[]
  script: string
}

/**
 * The card of a cassette's case to print, cut and fold: flap, spine, front and the list of tracks,
 * in the measures of a case (front 2.5 by 4 inches, spine half an inch).
 */
export function PrintedCardPage({ media, shows, url, code, sheets, script }: PrintedCardProps) {
  const { artist, casset, cover } = media
  const tracks = media.tracks
    .filter((track) => unreadyText(track) === undefined)
    .map((track, index) => ({
      number: index + 1,
      title: track.by ? `${track.title} – ${artistOfTrack(track, media)}` : track.title,
      length: track.durationSec === null ? '' : clock(track.durationSec),
    }))
  const [first = [], ...further] = layOut(tracks, shows.length > 0)
  const language = currentLanguage()
  const art = { name: casset.name, artist: artist.displayName, cover }
  const host = url.replace(/^https?:\/\//, '')
  return (
    <html lang={language} dir={directionOf(language)}>
      <BareHead
        title={say('J-card of {name} by {displayName}', { name: casset.name, displayName: artist.displayName })}
        url={url}
        sheets={sheets}
        script={script}
      />
      <body>
        <header>
          <h1>{say('A card for the case')}</h1>
          <p>
            {say(
              'Print it in landscape on A4 or Letter, at its real size (100 %), with background graphics. Cut along the outer line, fold along the dashed ones.',
            )}
          </p>
          <p>
            <button type="button" class="print needs-js">
              {say('Print')}
            </button>{' '}
            <a href={url}>{say('Back to the casset')}</a>
          </p>
        </header>
        <main aria-label={say('The card')}>
          <div class="card">
            <section class="flap" aria-label={say('Back flap')}>
              <p dir="auto">{cutText(casset.name, 60)}</p>
              <div
                class="code"
                role="img"
                aria-label={say('Code with the address {host}', { host })}
                dangerouslySetInnerHTML={{ __html: code }}
              />
              <p class="mono">{host}</p>
            </section>
            <Spine {...art} />
            <Front {...art} />
            {first.map((panel, index) =>
              panel === 'shows' ? (
                <Shows key={index} shows={shows} />
              ) : (
                <section key={index} class="panel" aria-label={say('Tracks')}>
                  {index === 0 && (
                    <h2 dir="auto">
                      {cutText(casset.name, 60)} <small>{artist.displayName}</small>
                    </h2>
                  )}
                  <Tracks tracks={panel} />
                </section>
              ),
            )}
          </div>
          {further.map((sheet, index) => (
            <div key={index} class="card more">
              {sheet.map((panel, at) =>
                panel === 'shows' ? (
                  <Shows key={at} shows={shows} />
                ) : (
                  <section key={at} class="panel" aria-label={say('More tracks')}>
                    <Tracks tracks={panel} />
                  </section>
                ),
              )}
            </div>
          ))}
        </main>
      </body>
    </html>
  )
}

const Tracks = ({ tracks }: { tracks: PrintedTrack[] }) => (
  <ol start={tracks[0]?.number} data-length={tracks.length <= 8 ? 'short' : tracks.length <= 14 ? 'middle' : undefined}>
    {tracks.map(({ number, title, length }) => (
      <li key={number}>
        <span class="mono">{number}</span>
        <span class="title" dir="auto">
          {title}
        </span>
        <span class="mono">{length}</span>
      </li>
    ))}
  </ol>
)

const Shows = ({ shows }: { shows: readonly PublicShow[] }) => (
  <section class="panel" aria-labelledby="shows">
    <h2 id="shows">{say('Shows')}</h2>
    <ul>
      {shows.map(({ id, day, time, venue, town, country }) => (
        <li key={id}>
          <span class="mono">{wallText(day, time)}</span>
          <b dir="auto">{venue}</b>
          <span dir="auto">
            {town}, {countryName(country)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
