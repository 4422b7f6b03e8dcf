import Lyrics from '../../../../public/player/lyrics.tsx'
import { shownLyrics } from '../../../lib/album/lyrics.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import type { Media } from '../../parts/tape-view.ts'

const LateLyrics = island('player/lyrics', Lyrics, 'visible')

/**
 * Characters of lyrics in the page itself; those of further tracks are fetched when they are
 * opened.
 */
const carriedChars = 12_000

/** Lyrics that the page has, or tracks in a row whose lyrics are fetched: one island has them. */
type Run = { id: string; title: string; lyrics: string | null } | { id: string; late: { id: string; title: string }[] }

export function LyricsSection({ media }: { media: Media }) {
  const sung = media.tracks.filter(
    ({ lyrics, lyricsUrl }) => lyricsUrl !== undefined || (lyrics !== null && lyrics !== ''),
  )
  if (sung.length === 0) return null
  const runs: Run[] = []
  let carried = 0
  for (const track of sung) {
    const { id, title, lyrics, lyricsUrl } = track
    carried += lyrics?.length ?? 0
    const run = runs.at(-1)
    if (lyricsUrl === undefined && carried <= carriedChars) runs.push({ id, title, lyrics })
    else if (run && 'late' in run) run.late.push({ id, title })
    else runs.push({ id, late: [{ id, title }] })
  }
  return (
    <details class="fold sung">
      <summary>{say('Lyrics')}</summary>
      {runs.map((run) =>
        'late' in run ? (
          <LateLyrics key={run.id} tracks={run.late} />
        ) : (
          <details key={run.id} class="fold">
            <summary dir="auto">{run.title}</summary>
            <p class="lyrics" dir="auto" lang={media.artist.writesIn}>
              {run.lyrics && shownLyrics(run.lyrics)}
            </p>
          </details>
        ),
      )}
    </details>
  )
}
