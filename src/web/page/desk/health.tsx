import Health, { type HealthProps } from '../../../../public/islands/desk/health.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { asSentence } from '../../../lib/text/as-sentence.ts'
import { readHealth } from '../../../operate/desk/health.ts'
import type { Upgrade } from '../../../operate/upgrade/model.ts'
import { readUpgrade } from '../../../operate/upgrade/upgrade.ts'
import { mayDo } from '../../../platform/http/session/desk-acts.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { readWitnessStates } from '../../../release/witness/witness-check.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/health`: what the doctor found, and closing the site for work, for its owner. */
export const deskHealthRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/health', viewer: deskOnly('site') }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const description = say('How your site is doing.')
    return {
      head: studioHead(ctx, look, { title: say('Health'), description, path: '/desk/health' }),
      main: (
        <HealthPage
          look={look}
          health={{ ...readHealth(ctx), upgrade: upgradeFor(ctx, viewer) }}
          witnesses={readWitnessStates(ctx)}
        />
      ),
    }
  })

/** Returns the running version; whoever may not replace it sees that instead of the keys. */
function upgradeFor(ctx: Ctx, viewer: Viewer): Upgrade {
  const upgrade = readUpgrade(ctx)
  if (mayDo(ctx, viewer, 'upgrade')) return upgrade
  return { ...upgrade, obstacle: say('Only the owner of this site can do this.'), previous: null }
}

const HealthIsland = island('desk/health', Health)

type Witnesses = ReturnType<typeof readWitnessStates>

const HealthPage = ({ look, health, witnesses }: { look: Look; health: HealthProps; witnesses: Witnesses }) => (
  <StudioLayout here="/desk/health" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Health')}</h1>
        <p>
          {say(
            'Your site checks itself once a day and after each start. New problems reach you once, by bell and email, and so does the news that they are solved.',
          )}
        </p>
      </header>
      <HealthIsland {...health} />
      {witnesses.length > 0 && (
        <section>
          <h2>{say('Witnesses of the log of releases')}</h2>
          <ul class="stack">
            {witnesses.map(({ name, text }) => (
              <li key={name}>{asSentence(text)}</li>
            ))}
          </ul>
        </section>
      )}
      <p class="hint">
        {inParts(say('<a>The log</a> has its last 1,000 lines.'), { a: (text) => <a href="/desk/log">{text}</a> })}
      </p>
    </article>
  </StudioLayout>
)
