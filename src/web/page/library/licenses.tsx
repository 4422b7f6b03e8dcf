import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { say } from '../../../lib/language/say.ts'
import type { HeldLicenseView } from '../../../release/license/list-held.ts'

export const Licenses = ({ licenses }: { licenses: readonly HeldLicenseView[] }) => (
  <section aria-labelledby="licenses">
    <h2 id="licenses">{say('Licenses')}</h2>
    <ul class="lines">
      {licenses.map(({ id, title, artist, scopes, until, hasEnded }) => (
        <li key={id}>
          <a href={`/licenses/${id}`} dir="auto">
            {say('{title} by {artist}', { title, artist })}
          </a>{' '}
          <span class="mono">
            {scopes.join(', ')} ·{' '}
            {hasEnded
              ? say('ended ## a license')
              : inParts(say('until <day></day> ## a license'), { day: () => <Day iso={until} /> })}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
