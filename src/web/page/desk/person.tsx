import PersonKeys, { type PersonKeysProps } from '../../../../public/islands/desk/person.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Person } from '../../../operate/people/model.ts'
import { readPerson } from '../../../operate/people/read-person.ts'
import { mayDo } from '../../../platform/http/session/desk-acts.ts'
import { usageText } from '../../../platform/storage/usage-text.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/people/{id}`: somebody with an account, and what the desk can do about them. */
export const deskPersonRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/people/:id', viewer: deskOnly('people') }, ({ viewer, params: { id } }) => {
    const look = ownLook(ctx, viewer)
    const person = readPerson(ctx, id)
    const { account, suspension } = person
    const description = say('An account of your site.')
    return {
      head: studioHead(ctx, look, { title: account.displayName, description, path: '/desk/people' }),
      main: (
        <PersonPage
          look={look}
          person={person}
          words={usageText(account.bytes, null)}
          keys={
            !mayDo(ctx, viewer, 'suspend', [id])
              ? null
              : {
                  ...{ id, suspension },
                  handle: account.handle,
                  displayName: account.displayName,
                  canDelete: mayDo(ctx, viewer, 'delete-account', [id]),
                  sendsEmail: ctx.mailer !== undefined,
                }
          }
        />
      ),
    }
  })

const Keys = island('desk/person', PersonKeys)

type PersonPageProps = { look: Look; person: Person; words: string; keys: PersonKeysProps | null }

const PersonPage = ({ look, person, words, keys }: PersonPageProps) => {
  const { account, pages, pageCount } = person
  return (
    <StudioLayout here="/desk/people" texture={look.texture} theme={look.theme}>
      <article class="jcard stored-card desk">
        <header>
          <h1 dir="auto">{account.displayName}</h1>
          <p>
            <a href={`/@${account.handle}`}>@{account.handle}</a> ·{' '}
            {person.emailVerified ? account.email : say('{email}, not confirmed', { email: account.email ?? '' })}
          </p>
        </header>
        <dl class="statement">
          <dt>{say('State')}</dt>
          <dd>
            <Standing person={person} />
          </dd>
          <dt>{say('Here since')}</dt>
          <dd>
            <Day iso={account.createdAt} />
          </dd>
          <dt>{say('Signed in')}</dt>
          <dd>
            <SignedIn person={person} />
          </dd>
          <dt>{say('Storage')}</dt>
          <dd>{account.trusted ? say('{words}, without limit', { words }) : words}</dd>
          <dt>{say('Reports of what they made')}</dt>
          <dd>
            {person.allReports === 0
              ? say('None')
              : say('{openReports} to decide, {allReports} in all', {
                  openReports: person.openReports,
                  allReports: person.allReports,
                })}
            {person.openReports > 0 && (
              <>
                {' '}
                (<a href="/desk/reports">{say('the queue')}</a>)
              </>
            )}
          </dd>
          <dt>{say('Decisions about them')}</dt>
          <dd>{person.decisions === 0 ? say('None') : person.decisions}</dd>
        </dl>
        <section aria-labelledby="pages">
          <h2 id="pages">{say('Pages')}</h2>
          <ul class="rows decisions">
            {pages.map(({ path, name, published, takenDown }) => (
              <li key={path}>
                <p>
                  <a href={path} dir="auto">
                    {name}
                  </a>{' '}
                  ({pageState(published, takenDown)})
                </p>
                <p class="hint">
                  <a href={`/desk/decide?at=${encodeURIComponent(path)}`}>
                    {inParts(say('Take something down<span> on {name}</span>', { name }), {
                      span: (text) => <span class="sr">{text}</span>,
                    })}
                  </a>
                </p>
              </li>
            ))}
          </ul>
          {pageCount > pages.length && (
            <p class="hint">
              {say('These are the newest {pages} of {pageCount}.', { pages: pages.length, pageCount })}
            </p>
          )}
        </section>
        {keys && <Keys {...keys} />}
        <p class="hint">
          {inParts(say('<a>All people</a>: storage limits and who is verified are set there.'), {
            a: (text) => <a href="/desk/people">{text}</a>,
          })}
        </p>
      </article>
    </StudioLayout>
  )
}

function pageState(published: boolean, takenDown: boolean): string {
  if (takenDown) return say('taken down')
  return published ? say('published ## a page') : say('not published ## a page')
}

function Standing({ person: { account, isOwner, helps, suspension } }: { person: Person }) {
  if (suspension !== null) {
    return (
      <>
        {inParts(say('Suspended: <a>the decision</a>'), {
          a: (text) => <a href={`/desk/decisions/${suspension}`}>{text}</a>,
        })}
      </>
    )
  }
  if (isOwner) return <>{say('Owns this site')}</>
  if (helps !== null) return <>{say('Helps at the desk')}</>
  return <>{account.verified ? say('Verified artist') : say('Active ## an account to which nothing is closed')}</>
}

function SignedIn({ person: { sessions, seenAt } }: { person: Person }) {
  if (seenAt === null) return <>{say('Nowhere')}</>
  return (
    <>
      {inParts(
        say('In {sessions, plural, one {one browser} other {# browsers}}, last used on <day></day>', { sessions }),
        { day: () => <Day iso={seenAt} /> },
      )}
    </>
  )
}
