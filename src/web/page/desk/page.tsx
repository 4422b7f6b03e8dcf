import Groups from '../../../../public/islands/desk/groups.tsx'
import MoreLanguages from '../../../../public/islands/desk/more-languages.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Desk, SiteNote } from '../../../operate/desk/model.ts'
import { readDesk } from '../../../operate/desk/read-desk.ts'
import { readSiteNotes } from '../../../operate/desk/site-notes.ts'
import { isUntoldOfLanguages } from '../../../operate/desk/untold-languages.ts'
import { mayUse } from '../../../platform/http/session/desk-role.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { CodeText } from '../../parts/code-text.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk`: the state of the site and all its settings, for the owner of the instance. */
export const deskRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk', viewer: deskOnly('site') }, async ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const isDemo = ctx.config.addressName === 'DEMO_URL'
    return {
      head: studioHead(ctx, look, { title: say('Desk'), description: say('How your site is set up.'), path: '/desk' }),
      main: (
        <DeskPage
          look={look}
          notes={await readSiteNotes(ctx)}
          desk={isDemo ? null : readDesk(ctx, viewer)}
          isUntoldOfLanguages={!isDemo && isUntoldOfLanguages(ctx)}
          mayAnswer={mayUse(viewer, 'owner')}
        />
      ),
    }
  })

const DeskGroups = island('desk/groups', Groups)
const Languages = island('desk/more-languages', MoreLanguages)

type DeskPageProps = {
  look: Look
  notes: readonly SiteNote[]
  desk: Desk | null
  isUntoldOfLanguages: boolean
  mayAnswer: boolean
}

/** Returns the notes about settings that the reader of the desk does not change there. */
const notesBeside = (notes: readonly SiteNote[], desk: Desk | null) =>
  notes.filter(({ group }) => !desk?.settings.some((each) => each.group === group))

const Notes = ({ notes }: { notes: readonly SiteNote[] }) =>
  notes.length === 0 ? null : (
    <ul class="site-notes">
      {notes.map(({ title, state, text, fix }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p class={state === 'bad' ? 'problem' : undefined}>
            <CodeText text={text} />
          </p>
          {fix !== null && (
            <p class="hint">
              <CodeText text={fix} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )

const DeskPage = ({ look, notes, desk, isUntoldOfLanguages: isUntold, mayAnswer }: DeskPageProps) => (
  <StudioLayout here="/desk" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Desk')}</h1>
        <p>
          {desk
            ? say('How your site is doing, and all its settings. They hold as soon as you save them.')
            : say('This is the demo, where nothing can be set. On a site of your own you set all of it here.')}
        </p>
      </header>
      <Notes notes={notesBeside(notes, desk)} />
      {mayAnswer && desk?.setup.some(({ state }) => state === 'open') && (
        <p>
          <a class="key" href="/desk/setup">
            {say('Continue the setup')}
          </a>
        </p>
      )}
      {isUntold && <Languages />}
      {desk && <DeskGroups desk={desk} notes={notes} />}
      <p class="hint">
        {inParts(say('<a>Health</a> has everything else: keys, database, money, files and disk.'), {
          a: (text) => <a href="/desk/health">{text}</a>,
        })}
      </p>
    </article>
  </StudioLayout>
)
