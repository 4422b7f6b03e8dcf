import EmailsIsland, { type EmailsProps } from '../../../../public/islands/desk/emails.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { listTroubledEmails } from '../../../operate/outbox/outbox.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const emailsOnPage = 50

/** `/desk/emails`: emails that did not go out, for the owner of the instance and helpers. */
export const deskEmailsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/desk/emails', viewer: deskOnly('site'), query: { cursor: 200, q: 320 } },
    async ({ viewer, query }) => {
      const look = ownLook(ctx, viewer)
      const description = say('The emails of your site that did not go out.')
      return {
        head: studioHead(ctx, look, { title: say('Emails'), description, path: '/desk/emails' }),
        main: (
          <EmailsPage look={look} q={query.q?.trim() ?? ''} {...(await listTroubledEmails(ctx, emailsOnPage, query))} />
        ),
      }
    },
  )

const Emails = island('desk/emails', EmailsIsland)

type EmailsPageProps = EmailsProps & { look: Look; q: string; nextCursor: string | null }

const EmailsPage = ({ look, q, nextCursor, emails }: EmailsPageProps) => (
  <StudioLayout here="/desk/emails" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('Emails')}</h1>
        <p>
          {say(
            'Emails that did not go out as they should. Those that wait are tried again automatically for as long as they are of use.',
          )}
        </p>
      </header>
      <form class="find" action="/desk/emails">
        <div class="field">
          <label for="find-email">{say('Part of an address, order or receipt number')}</label>
          <input id="find-email" name="q" type="search" defaultValue={q} />
        </div>
        <button type="submit" class="key">
          {say('Search')}
        </button>
      </form>
      {emails.length > 0 ? <Emails emails={emails} /> : <NoEmails q={q} />}
      <ShowOlder path="/desk/emails" cursor={nextCursor} query={q === '' ? {} : { q }} />
    </article>
  </StudioLayout>
)

const NoEmails = ({ q }: { q: string }) =>
  q === '' ? (
    <p class="empty">{say('Every email went out.')}</p>
  ) : (
    <div class="empty">
      <p>
        {inParts(say('Nothing for <bdi>“{q}”</bdi> among the emails that did not go out.', { q }), {
          bdi: (words) => <bdi>{words}</bdi>,
        })}
      </p>
      <p>
        <a href="/desk/emails">{say('All emails that did not go out')}</a>
      </p>
    </div>
  )
