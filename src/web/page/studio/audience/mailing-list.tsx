import BringIsland from '../../../../../public/islands/studio/mailing-list/bring.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import { countFollowingByEmail, countOnList } from '../../../../audience/mailing-list/own-list.ts'
import { countOptIns, type OptInCounts } from '../../../../audience/opt-in/opt-in.ts'
import type { Ctx } from '../../../../context.ts'
import { mailingListText } from '../../../../lib/account/mailing-list-text.ts'
import { numberText } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'
import { gap } from '../../../../lib/text/gap.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'

const path = '/studio/mailing-list'

/** `/studio/mailing-list`: how many are on the artist's list, and a file of addresses. */
export const studioMailingListRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    return {
      head: studioHead(ctx, look, { title: say('Mailing list'), description: say('Who wants news from you.'), path }),
      main: (
        <StudioMailingListPage
          look={look}
          count={countOnList(ctx, viewer.artistId)}
          words={mailingListText(viewer.displayName)}
          byEmail={countFollowingByEmail(ctx, viewer.artistId)}
          brought={countOptIns(ctx, viewer.artistId)}
          canAsk={ctx.mailer !== undefined}
        />
      ),
    }
  })

const Bring = island('studio/mailing-list/bring', BringIsland)

type StudioMailingListPageProps = {
  look: Look
  count: number
  byEmail: number
  words: string
  brought: OptInCounts
  canAsk: boolean
}

const StudioMailingListPage = ({ look, count, byEmail, words, brought, canAsk }: StudioMailingListPageProps) => (
  <StudioLayout here="/studio/mailing-list" texture={look.texture} theme={look.theme}>
    <article class="jcard payouts">
      <h1>{say('Mailing list')}</h1>
      <section aria-labelledby="who">
        <h2 id="who">{headline(count)}</h2>
        <p>
          {say(
            'Whoever buys your music, or redeems a code, is asked. They join only if they tick the box, and leave whenever they like.',
          )}
          {gap()}
          {canAsk &&
            say(
              'On your page, visitors follow you with an email address alone, and are on your list once they confirm.',
            )}
        </p>
        {byEmail > 0 && (
          <p>
            {say(
              '{people, plural, one {One of them follows} other {# of them follow}} you by email, without an account.',
              {
                people: byEmail,
              },
            )}
          </p>
        )}
        {count > 0 ? <Download /> : <HowPeopleJoin handle={look.handle} />}
      </section>
      <section aria-labelledby="words">
        <h2 id="words">{say('What they agree to')}</h2>
        <p class="hand" dir="auto">
          {words}
        </p>
      </section>
      <section aria-labelledby="bring">
        <h2 id="bring">{say('Bring a list from elsewhere')}</h2>
        <p>
          {say(
            'Each address gets one email that asks. It is on your list once its reader confirms, and never if they do not.',
          )}
        </p>
        {brought.brought > 0 && (
          <p>
            <b>{confirmedLine(brought)}</b>
          </p>
        )}
        {canAsk ? <Bring /> : <p class="hint">{say('This site sends no email yet, so nobody can be asked.')}</p>}
      </section>
    </article>
  </StudioLayout>
)

const Download = () => (
  <>
    <p class="acts">
      <a class="key go" href="/api/studio/mailing-list.csv" download="">
        {say('Download the list')}
      </a>
    </p>
    <p class="hint">
      {inParts(
        say(
          'A CSV file: address, name, since when, and the words they agreed to. To write to all of them, you need no file: <a>write a letter</a>. If you use the file elsewhere, download a new one before each email, because people leave, and offer a way to unsubscribe.',
        ),
        { a: (text) => <a href="/studio/letters">{text}</a> },
      )}
    </p>
  </>
)

const HowPeopleJoin = ({ handle }: { handle: string }) => (
  <p class="empty">
    {inParts(
      say(
        'The first ones come with the first sales. <a>Share your page</a>, or give your casset away with <a2>download codes</a2>.',
      ),
      { a: (text) => <a href={`/@${handle}`}>{text}</a>, a2: (text) => <a href="/studio/codes">{text}</a> },
    )}
  </p>
)

function headline(count: number): string {
  if (count === 0) return say('Nobody yet')
  if (count === 1) return say('One person wants news from you')
  return say('{number} people want news from you', { number: numberText(count) })
}

const confirmedLine = ({ brought, confirmed }: OptInCounts): string =>
  say('{confirmed} of {brought} whom you brought have confirmed.', {
    confirmed: numberText(confirmed),
    brought: numberText(brought),
  })
