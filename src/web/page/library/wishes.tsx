import WishIsland from '../../../../public/islands/wish.tsx'
import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import { listWishes, wishOf } from '../../../audience/wish/wish.ts'
import { openingText } from '../../../casset/access/opening.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { gap } from '../../../lib/text/gap.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'

const WishKey = island('wish', WishIsland)

const wishesOnPage = 50

/** `/library/wishes`: what the viewer wants to collect later (rule: wish-list). */
export const wishesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/library/wishes', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead(say('Wish list'), say('What you want to buy later.'), '/library'),
    main: (
      <WishesPage
        {...listWishes(ctx, viewer, wishesOnPage, placeOf(ctx, viewer, cursor))}
        isTurned={cursor !== undefined}
        sendsEmail={ctx.mailer !== undefined}
        opensOf={({ opensAt, opensZone }) =>
          opensAt === null ? null : openingText(ctx, Date.parse(opensAt), opensZone)
        }
      />
    ),
  }))

/** A link to older ones whose tape has left the list leads to the newest. */
const placeOf = (ctx: Ctx, { userId }: Viewer, cursor: string | undefined): string | undefined =>
  cursor !== undefined && wishOf(ctx, userId, cursor) ? cursor : undefined

type Wishes = ReturnType<typeof listWishes>

type WishesPageProps = Wishes & {
  isTurned: boolean
  sendsEmail: boolean
  /** Returns when a tape opens, in words; null for one that is open. */
  opensOf(casset: Wishes['wishes'][number]['casset']): string | null
}

const WishesPage = ({ wishes, nextCursor, isTurned, sendsEmail, opensOf }: WishesPageProps) => (
  <main id="main" class="world library wrap" data-pattern="soft-grain" tabIndex={-1}>
    <header class="side-head">
      <h1>{say('Wish list')}</h1>
      <p>
        <a href="/library">{say('Your library')}</a>
      </p>
    </header>
    {wishes.length > 0 ? (
      <ul class="wishes">
        {wishes.map(({ casset, tells }) => {
          const opens = opensOf(casset)
          return (
            <li key={casset.id}>
              {casset.cover ? (
                <CoverImage cover={casset.cover} alt="" sizes="6rem" />
              ) : (
                <DrawnSleeve name={casset.name} />
              )}
              <div class="about">
                <p>
                  <a href={pagePath(casset.slug)} dir="auto">
                    {say('{name} by {displayName}', { name: casset.name, displayName: casset.displayName })}
                  </a>
                </p>
                <p class="mono">
                  {priceTag(casset.price)}
                  {opens !== null && ` · ${say('opens {opens} ## when a preorder opens', { opens })}`}
                </p>
                <div class="acts">
                  <a class="key go" href={`/checkout/${casset.slug}`}>
                    {opens !== null
                      ? say('Preorder it')
                      : casset.price.amount === 0
                        ? say('Get it free')
                        : say('Buy it')}
                    <span class="sr"> – {casset.name}</span>
                  </a>
                  <WishKey
                    slug={casset.slug}
                    cassetId={casset.id}
                    wish={{ tells }}
                    isPriced={casset.price.amount > 0}
                    sendsEmail={sendsEmail}
                    isOnList
                  />
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    ) : (
      <p class="empty">
        {isTurned ? say('That is all.') : say('Nothing here yet. “Add to wish list” on a casset’s page puts it here.')}
        {gap()}
        <a href={isTurned ? '/library/wishes' : '/'}>{isTurned ? say('Back to the newest') : say('Browse music')}</a>
      </p>
    )}
    <ShowOlder path="/library/wishes" cursor={nextCursor} />
  </main>
)
