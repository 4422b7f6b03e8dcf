import CopyIsland from '../../../public/islands/links/copy.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { gap } from '../../lib/text/gap.ts'
import { pagePath } from '../../lib/text/slug.ts'
import type { MyLinks } from '../../shop/referral/model.ts'
import { myLinks } from '../../shop/referral/my-links.ts'
import { island } from '../document/island.tsx'
import { page, required } from '../page.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { formHead } from '../parts/sign-up/form-layout.tsx'

const linksOnPage = 50

/** `/links`: the viewer's referral links. */
export const linksRoute = (ctx: Ctx) =>
  page(ctx, { path: '/links', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead(say('Referral links'), say('Who came through your referral links.'), '/links'),
    main: <LinksPage {...myLinks(ctx, viewer, linksOnPage, cursor)} isTurned={cursor !== undefined} />,
  }))

const Copy = island('links/copy', CopyIsland)

type LinksPageProps = MyLinks & { isTurned: boolean }

const LinksPage = ({ links, nextCursor, isTurned }: LinksPageProps) => (
  <main id="main" class="world receipt wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Referral links')}</h1>
      <p>
        {say(
          'Share a casset while you are signed in, and the link is a referral link of your own: here you see who came through it and what they bought.',
        )}
      </p>
      {links.length > 0 ? (
        <ol class="spike own-links">
          {links.map(({ casset, url, visits, collects }) => (
            <li key={url}>
              <a class="tap" href={pagePath(casset.slug)} dir="auto">
                {casset.name}
              </a>
              <b class="mono">
                {say('{visits, plural, one {# visit} other {# visits}}', { visits })} ·{' '}
                {say('{purchases, plural, one {# purchase} other {# purchases}}', { purchases: collects })}
              </b>
              <p class="mono">{url}</p>
              <Copy url={url} of={casset.name} />
            </li>
          ))}
        </ol>
      ) : (
        <p class="empty">
          {isTurned ? say('That is all.') : say('No links yet. Press Share on a page that you love.')}
          {gap()}
          <a href={isTurned ? '/links' : '/'}>{isTurned ? say('Back to the newest') : say('Browse music')}</a>
        </p>
      )}
      <ShowOlder path="/links" cursor={nextCursor}>
        <a class="key" href="/library">
          {say('Go to your library')}
        </a>
      </ShowOlder>
    </article>
  </main>
)
