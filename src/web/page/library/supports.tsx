import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { supportUrl } from '../../../shop/support/support-key.ts'
import { sumOfSupport } from '../../../shop/support/support-text.ts'
import { shownSupports } from '../../../shop/support/supporters.ts'
import { standing } from '../support.tsx'

/** The section of whom the viewer supports; null without any. */
export function supportsOf(ctx: Ctx, viewer: Viewer) {
  const supports = shownSupports(ctx, viewer)
  if (supports.length === 0) return null
  return (
    <section aria-labelledby="support">
      <h2 id="support">{say('Support ## of artists, a section of the library')}</h2>
      <ul class="lines">
        {supports.map(({ support, artist }) => (
          <li key={support.id}>
            <a href={`/@${artist.handle}`} dir="auto">
              {artist.displayName}
            </a>{' '}
            <span class="mono">
              {`${support.levelName} · ${sumOfSupport(support)}`}{' '}
              <a class="tap" href={new URL(supportUrl(ctx, support)).pathname}>
                {support.state === 'ENDED' || support.leftAt !== null ? say('See it') : say('See it or end it')}
              </a>
            </span>
            <p class="hint">{standing(support)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
