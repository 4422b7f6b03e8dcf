import CreditListIsland from '../../../../public/islands/account/credits.tsx'
import type { Credits } from '../../../casset/credit/model.ts'
import { listCredits } from '../../../casset/credit/own-credits.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'

const CreditList = island('account/credits', CreditListIsland)

const path = '/account/credits'
const onPage = 50

/** `/account/credits`: the names on cassets that are to lead to the viewer's page. */
export const accountCreditsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead(
      say('Credits ## cassets that name a person'),
      say('Where others name you, and whether it leads to your page.'),
      path,
    ),
    main: <CreditsPage {...listCredits(ctx, viewer, onPage, cursor)} />,
  }))

const CreditsPage = ({ credits, nextCursor }: Credits) => (
  <main id="main" class="world decided wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Credits ## cassets that name a person')}</h1>
      <p>
        {say(
          'Artists say here that a name on a track of theirs is you. Once you say yes, it leads to your page, and your page shows the casset under “Also on”. You can withdraw at any time.',
        )}
      </p>
      {credits.length > 0 ? <CreditList credits={credits} /> : <p class="empty">{say('Nobody has named you yet.')}</p>}
      <ShowOlder path={path} cursor={nextCursor}>
        <a class="key" href="/account">
          {say('Your account')}
        </a>
      </ShowOlder>
    </article>
  </main>
)
