import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { listHeldLicenses } from '../../../release/license/list-held.ts'

/** The section of the licenses that the viewer holds; null without any. */
export function licensesOf(ctx: Ctx, { userId }: Viewer) {
  const licenses = listHeldLicenses(ctx, userId)
  if (licenses.length === 0) return null
  return (
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
}
