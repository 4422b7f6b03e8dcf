import Lyrics from '../../../../public/player/lyrics.tsx'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../island.tsx'
import type { Media } from '../../parts/tape-view.ts'

const LateLyrics = island('player/lyrics', Lyrics, 'visible')

/**
 * Characters of lyrics in the page itself; those of further tracks are fetched when they are
 * opened.
 */
const carriedChars = 12_000

/** The lyrics of the tracks, folded. */
export function LyricsSection({ media }: { media: Media }) {
  const sung = media.tracks.filter(
    ({ lyrics, lyricsUrl }) => lyricsUrl !== undefined || (lyrics !== null && lyrics !== ''),
  )
  if (sung.length === 0) return null
  let carried = 0
  return (
    <section class="sung" aria-labelledby="lyrics">
      <h2 id="lyrics">{say('Lyrics')}</h2>
      {sung.map(({ id, title, lyrics, lyricsUrl }) => {
        carried += lyrics?.length ?? 0
        if (lyricsUrl !== undefined || carried > carriedChars) return <LateLyrics key={id} trackId={id} title={title} />
        return (
          <details key={id} class="fold">
            <summary dir="auto">{title}</summary>
            <p class="lyrics" dir="auto" lang={media.artist.writesIn}>
              {lyrics}
            </p>
          </details>
        )
      })}
    </section>
  )
}
