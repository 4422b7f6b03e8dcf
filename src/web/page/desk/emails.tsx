import EmailsIsland, { type EmailsProps } from '../../../../public/islands/desk/emails.tsx'
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
  page(ctx, { path: '/desk/emails', viewer: deskOnly('site'), query: { cursor: 200 } }, ({ viewer, query }) => {
    const look = ownLook(ctx, viewer)
    const description = say('The emails of your site that did not go out.')
    return {
      head: studioHead(ctx, look, { title: say('Emails'), description, path: '/desk/emails' }),
      main: <EmailsPage look={look} {...listTroubledEmails(ctx, emailsOnPage, query.cursor)} />,
    }
  })

const Emails = island('desk/emails', EmailsIsland)

const EmailsPage = ({ look, nextCursor, emails }: EmailsProps & { look: Look; nextCursor: string | null }) => (
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
      {emails.length === 0 ? <p class="empty">{say('Every email went out.')}</p> : <Emails emails={emails} />}
      <ShowOlder path="/desk/emails" cursor={nextCursor} />
    </article>
  </StudioLayout>
)
