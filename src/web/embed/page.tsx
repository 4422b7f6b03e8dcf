import { Cassette } from '../../../public/lib/cassette.tsx'
import { clock } from '../../../public/lib/clock.ts'
import { cutText } from '../../../public/lib/cut-text.ts'
import { directionOf } from '../../lib/language/languages.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { BareHead } from '../document/bare-head.tsx'
import { Mark } from '../parts/frame/mark.tsx'
import { artistOfTrack, type Media } from '../parts/tape-view.ts'

export type EmbedPageProps = {
  media: Media
  /** Whether it is one line, without the list of tracks. */
  isLine: boolean
  /** URL of the casset's page. */
  url: string
  offer: string
  /** The name of the site, and the URL of its picture; null: the drawn one. */
  site: string
  picture: string | null
  sheets: readonly string[]
  script: string
}

const listedTracks = 40

/** The player in others' frames: thirty seconds of each track, the price, the way to the page. */
export function EmbedPage({ media, isLine, url, offer, site, picture, sheets, script }: EmbedPageProps) {
  const { artist, casset, tracks, cover } = media
  const language = currentLanguage()
  const byline = say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })
  const listed = tracks.slice(0, listedTracks)
  const left = tracks.length - listed.length
  return (
    <html lang={language} dir={directionOf(language)}>
      <BareHead title={byline} url={url} sheets={sheets} script={script} />
      <body class={isLine ? 'line' : undefined}>
        <main>
          <header>
            <Elsewhere url={url} class="art">
              {cover ? (
                <img
                  class="sleeve"
                  {...smallest(cover)}
                  width="94"
                  height="94"
                  alt={say('Cover of {byline}', { byline })}
                />
              ) : (
                <span class="sleeve" role="img" aria-label={byline} />
              )}
              <Cassette title={casset.name} />
            </Elsewhere>
            <div>
              <h1>
                <Elsewhere url={url}>{cutText(casset.name, 120)}</Elsewhere>
              </h1>
              <p class="by">{say('by {displayName}', { displayName: artist.displayName })}</p>
              <p class="ways">
                <Elsewhere url={url} class="price">
                  {offer}
                </Elsewhere>
                {isLine && (
                  <Elsewhere url={url} class="mark">
                    <Mark picture={picture} />
                    <span dir="auto">{site}</span>
                  </Elsewhere>
                )}
              </p>
            </div>
            {listed.length > 0 && (
              <button type="button" class="play needs-js" aria-label={say('Play')} aria-pressed="false">
                <svg class="start" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 3v18l16-9z" />
                </svg>
                <svg class="pause" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M5 3h5v18H5zM14 3h5v18h-5z" />
                </svg>
              </button>
            )}
          </header>
          <ol>
            {listed.map((track, index) => (
              <li key={track.id}>
                <button
                  type="button"
                  data-src={`/api/audio/${track.id}`}
                  data-playing={say('Playing {title}', { title: track.title })}
                >
                  <span class="number">{index + 1}</span>
                  <span class="title">
                    <bdi>{track.title}</bdi>
                    {track.by && <span>{` · ${artistOfTrack(track, media)}`}</span>}
                  </span>
                  <span class="length">{clock(track.hook.durationSec)}</span>
                </button>
                <People track={track} origin={new URL(url).origin} />
              </li>
            ))}
          </ol>
          <footer>
            <span>{listed.length === 0 ? say('No tracks yet.') : say('Thirty seconds of each track.')}</span>
            <Elsewhere url={url} class="mark">
              <Mark picture={picture} />
              <span dir="auto">
                {left > 0
                  ? say('{moreTracks, plural, one {# more track} other {# more tracks}} on {host}', {
                      moreTracks: left,
                      host: site,
                    })
                  : say('All of it on {host}', { host: site })}
              </span>
            </Elsewhere>
          </footer>
          <p class="sr" role="status" data-failed={say('This track could not be loaded. Press play to try again.')} />
        </main>
      </body>
    </html>
  )
}

/** Those of a track's artists who have a page of their own here. */
const People = ({ track: { by = [] }, origin }: { track: Media['tracks'][number]; origin: string }) =>
  by.map(({ name, page }) =>
    page === undefined ? null : (
      <Elsewhere key={page} url={origin + page} class="person">
        <bdi>{name}</bdi>
      </Elsewhere>
    ),
  )

/** A link that leaves the frame: no other page of the site is ever shown inside a frame. */
const Elsewhere = ({ url, children, ...more }: { url: string; class?: string; children: preact.ComponentChildren }) => (
  <a href={url} target="_blank" rel="noopener" {...more}>
    {children}
  </a>
)

const smallest = ({ url, variants }: NonNullable<Media['cover']>) => ({
  src: variants.toSorted((a, b) => a.width - b.width)[0]?.url ?? url,
})
