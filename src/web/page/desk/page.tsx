import Groups, { type GroupsProps } from '../../../../public/islands/desk/groups.tsx'
import MoreLanguages from '../../../../public/islands/desk/more-languages.tsx'
import { WhereSet } from '../../../../public/islands/desk/where-set.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { readDesk } from '../../../operate/desk/read-desk.ts'
import { isUntoldOfLanguages } from '../../../operate/desk/untold-languages.ts'
import { type OwnerNote, readOwnerNotes } from '../../../operate/doctor/owner-notes.ts'
import { mayUse } from '../../../platform/http/session/desk-role.ts'
import { labelOf } from '../../../platform/setting/setting-words.ts'
import { groupsIn } from '../../../platform/setting/settings.ts'
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
          notes={await readOwnerNotes(ctx)}
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
  notes: readonly OwnerNote[]
  desk: GroupsProps | null
  isUntoldOfLanguages: boolean
  mayAnswer: boolean
}

/** Returns a sentence in which settings are called as at the desk, not as in the environment. */
const asAtDesk = (text: string): string => text.replace(/\b(?:PAYMENTS|[A-Z]+(?:_[A-Z]+)+)\b(?!=)/g, labelOf)

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
      <ul class="site-notes">
        {notes.map(({ title, ok, text, fix, groups }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p class={ok ? undefined : 'problem'}>
              <CodeText text={desk ? asAtDesk(text) : text} />
            </p>
            {/* Here nothing is set by hand: where the desk has a field for it, the link below leads there. */}
            {fix !== null && !(desk && groupsIn(fix).length > 0) && (
              <p class="hint">
                <CodeText text={fix} />
              </p>
            )}
            {desk && <WhereSet groups={groups.filter((each) => desk.settings.some(({ group }) => group === each))} />}
          </li>
        ))}
      </ul>
      {mayAnswer && desk?.setup.some(({ state }) => state === 'open') && (
        <p>
          <a class="key" href="/desk/setup">
            {say('Continue the setup')}
          </a>
        </p>
      )}
      {isUntold && <Languages />}
      {desk && <DeskGroups {...desk} />}
      <p class="hint">
        {inParts(
          say(
            '<a>People</a>, <a2>sellers</a2> and <a3>invitations</a3> have pages of their own. <code>tapedeck doctor</code> checks everything else: keys, database, money, files and disk.',
          ),
          {
            a: (text) => <a href="/desk/people">{text}</a>,
            a2: (text) => <a href="/studio/sellers">{text}</a>,
            a3: (text) => <a href="/studio/invitations">{text}</a>,
            code: (text) => <code>{text}</code>,
          },
        )}
      </p>
    </article>
  </StudioLayout>
)
