import type { Ctx } from '../../context.ts'
import { type OwnerNote, readOwnerNotes } from '../../operate/doctor/owner-notes.ts'
import { ownerOnly, page } from '../page.tsx'
import { CodeWords } from '../parts/code-words.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../parts/studio-layout.tsx'

/** `/studio/site`: what the doctor says about the site's address, mail, payments and sign-up, for the owner of the instance. */
export const studioSiteRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/site', viewer: ownerOnly }, async ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const isDemo = ctx.config.addressName === 'DEMO_URL'
    return {
      head: studioHead(ctx, look, { title: 'Site', description: 'How your site is set up.', path: '/studio/site' }),
      main: <StudioSitePage look={look} notes={await readOwnerNotes(ctx)} isDemo={isDemo} />,
    }
  })

type StudioSitePageProps = { look: Look; notes: readonly OwnerNote[]; isDemo: boolean }

/** How the site is set up and what to do next, for the owner of the instance. */
const StudioSitePage = ({ look, notes, isDemo }: StudioSitePageProps) => (
  <StudioLayout here="/studio/site" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>Site</h1>
        <p>
          {isDemo
            ? 'This is the demo: of these settings it uses only the address. On a site of your own you set all of them '
            : 'You own this site. You set these '}
          in the environment, or in a file named <code>.env</code> in the folder where you start it.
        </p>
      </header>
      <ul class="site-notes">
        {notes.map(({ title, ok, text, mend }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p class={ok ? undefined : 'problem'}>
              <CodeWords text={text} />
            </p>
            {mend !== null && (
              <p class="hint">
                <CodeWords text={mend} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <p class="hint">
        <code>tapedeck doctor</code> checks everything else: keys, database, money, files and disk.
      </p>
    </article>
  </StudioLayout>
)
