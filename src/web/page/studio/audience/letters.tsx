import BeginIsland from '../../../../../public/islands/studio/letters/begin.tsx'
import LetterIsland, { type LetterProps } from '../../../../../public/islands/studio/letters/letter.tsx'
import { Day } from '../../../../../public/lib/day.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import { listLetters, ownLetter, toLetter } from '../../../../audience/letter/letter.ts'
import type { Letters } from '../../../../audience/letter/model.ts'
import { letterPage } from '../../../../audience/letter/page/letter-page.ts'
import { comingShows } from '../../../../audience/show/show.ts'
import { showsText } from '../../../../audience/show/show-text.ts'
import { ownTapes } from '../../../../casset/read-tapes.ts'
import type { Ctx } from '../../../../context.ts'
import { numberText } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'
import { pagePath } from '../../../../lib/text/slug.ts'
import { contentSecurityPolicy } from '../../../document/html.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { ShowOlder } from '../../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'
import { LetterArticle } from '../../world/letter-article.tsx'

const path = '/studio/letters'
const lettersOnPage = 30

/** `/studio/letters`: the artist's letters, and the way to write another. */
export const studioLettersRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const look = ownLook(ctx, viewer)
    const description = say('What you write to the people who want to hear from you.')
    return {
      head: studioHead(ctx, look, { title: say('Letters'), description, path }),
      main: <StudioLettersPage look={look} {...listLetters(ctx, viewer, lettersOnPage, cursor)} />,
    }
  })

/** `/studio/letters/{id}`: writing one letter and sending it, and how it went. */
export const studioLetterRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/letters/:id', viewer: required }, ({ viewer, params }) => {
    const look = ownLook(ctx, viewer)
    const row = ownLetter(ctx, viewer, params.id ?? '')
    const props: LetterProps = {
      letter: toLetter(row, viewer.handle),
      tapes: ownTapes(ctx, viewer).map(({ id, name, slug, published, privacy }) => ({
        id,
        name,
        url: ctx.site.origin + pagePath(slug),
        isPublic: published && privacy !== 'private',
      })),
      shows: showsText(comingShows(ctx, viewer.artistId)),
      canSend: ctx.mailer !== undefined,
    }
    return {
      head: studioHead(ctx, look, { title: row.subject || say('A letter'), description: say('Write a letter'), path }),
      main: <StudioLetterPage look={look} {...props} />,
    }
  })

/** `/studio/letters/{id}/page`: a letter as its page will be, for its artist alone. */
export const studioLetterPageRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/letters/:id/page', viewer: required }, ({ viewer, params }) => {
    const look = ownLook(ctx, viewer)
    const letter = letterPage(ctx, ownLetter(ctx, viewer, params.id ?? ''))
    return {
      // In the style sheet of the page that everybody reads.
      head: {
        ...studioHead(ctx, look, { title: letter.subject, description: say('A letter'), path }),
        sheet: 'forms' as const,
      },
      main: (
        <main id="main" class="world guide wrap" data-pattern={look.texture.profilePatternId} tabIndex={-1}>
          <LetterArticle letter={letter} />
        </main>
      ),
      headers: { 'content-security-policy': contentSecurityPolicy(["frame-ancestors 'self'"]) },
    }
  })

const Begin = island('studio/letters/begin', BeginIsland)
const Letter = island('studio/letters/letter', LetterIsland)

const StudioLettersPage = ({ look, letters, nextCursor }: { look: Look } & Letters) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard letters-card">
      <header>
        <h1>{say('Letters')}</h1>
        <p>
          {inParts(
            say(
              'Write to everybody on your <a>mailing list</a>, to those of them who bought a casset, and to followers who allow it. They can unsubscribe with one press.',
            ),
            { a: (text) => <a href="/studio/mailing-list">{text}</a> },
          )}
        </p>
      </header>
      <Begin />
      {letters.length > 0 ? (
        <ul class="rows letters">
          {letters.map(({ id, subject, state, figures, begunAt, changedAt }) => (
            <li key={id}>
              <a class="tap" href={`${path}/${id}`} dir="auto">
                {subject || say('Without a subject')}
              </a>
              <p class="mono">
                {stateText(state)} · <Day iso={begunAt ?? changedAt} />
                {begunAt !== null &&
                  ` · ${say('{sent} sent, {failed} failed ## emails of a letter', {
                    sent: numberText(figures.sent),
                    failed: numberText(figures.failed),
                  })}`}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{say('No letter yet. A new casset, a concert, a thank-you: what would you tell them?')}</p>
      )}
      <ShowOlder path={path} cursor={nextCursor} />
    </article>
  </StudioLayout>
)

const stateText = (state: LetterProps['letter']['state']): string =>
  ({
    DRAFT: say('being written ## a letter'),
    SCHEDULED: say('waits for its hour ## a letter'),
    GATHERING: say('being sent ## a letter'),
    SENDING: say('being sent ## a letter'),
    SENT: say('sent ## a letter'),
    STOPPED: say('stopped ## a letter'),
  })[state]

const StudioLetterPage = ({ look, ...props }: LetterProps & { look: Look }) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard letters-card">
      <header>
        <p>
          <a href={path}>{say('All letters')}</a>
        </p>
        <h1>{say('Letter')}</h1>
      </header>
      <Letter {...props} />
    </article>
  </StudioLayout>
)
