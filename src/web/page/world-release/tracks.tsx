import { clock } from '../../../../public/lib/clock.ts'
import { disclosureText } from '../../../lib/ai-labels.ts'
import { joinNames } from '../../../lib/join-names.ts'
import { say } from '../../../lib/language/say.ts'
import type { ReleaseView } from './view.ts'

const areas = 5

/** The tracks of a release, each with its artist's statement about AI. */
export const Tracks = ({ view: { tracks } }: { view: ReleaseView }) => (
  <section aria-labelledby="tracks">
    <h2 id="tracks">{say('Tracks and AI')}</h2>
    <ol class="lines">
      {tracks.map(({ title, durationMs, isrc, aiDisclosure }, index) => {
        const { said, unsaid } = disclosureText(aiDisclosure)
        return (
          <li key={index}>
            <b dir="auto">{title}</b> {durationMs !== null && <span class="mono">{clock(durationMs / 1000)}</span>}
            {isrc !== null && <span class="mono"> {say('ISRC {isrc}', { isrc })}</span>}
            {said.length > 0 && <span class="said-of-ai">{said.join(' · ')}</span>}
            <span class="unsaid">
              {unsaid.length === areas
                ? say('No information about AI.')
                : unsaid.length > 0 && say('No information about: {areas}', { areas: joinNames(unsaid, areas) })}
            </span>
          </li>
        )
      })}
    </ol>
  </section>
)
