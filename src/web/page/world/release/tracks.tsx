import { clock } from '../../../../../public/lib/clock.ts'
import { say } from '../../../../lib/language/say.ts'
import { disclosureText } from '../../../../lib/music/ai-labels.ts'
import { joinNames } from '../../../../lib/text/join-names.ts'
import type { ReleaseView } from './view.ts'

const areas = 5

export function Tracks({ view: { tracks } }: { view: ReleaseView }) {
  const shown = tracks.map((track) => ({ ...track, ...disclosureText(track.aiDisclosure) }))
  const isSilent = shown.every(({ unsaid }) => unsaid.length === areas)
  return (
    <section aria-labelledby="tracks">
      <h2 id="tracks">{say('Tracks and AI')}</h2>
      {isSilent && <p class="unsaid">{say('No information about AI.')}</p>}
      <ol class="lines">
        {shown.map(({ title, durationMs, isrc, said, unsaid }, index) => (
          <li key={index}>
            <b dir="auto">{title}</b> {durationMs !== null && <span class="mono">{clock(durationMs / 1000)}</span>}
            {isrc !== null && <span class="mono"> {say('ISRC {isrc}', { isrc })}</span>}
            {said.length > 0 && <span class="said-of-ai">{said.join(' · ')}</span>}
            {!isSilent && unsaid.length > 0 && (
              <span class="unsaid">
                {unsaid.length === areas
                  ? say('No information about AI.')
                  : say('No information about: {areas}', { areas: joinNames(unsaid, areas) })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
