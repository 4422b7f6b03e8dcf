import LevelsIsland, { type LevelsProps } from '../../../../public/islands/studio/supporters/levels.tsx'
import { canBePaid } from '../../../books/seller/can-be-paid.ts'
import type { Ctx } from '../../../context.ts'
import { numberText } from '../../../lib/language/formats.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { rhythmSum } from '../../../lib/money/rhythm-sum.ts'
import { tipBounds } from '../../../lib/money/tip-sum.ts'
import { gap } from '../../../lib/text/gap.ts'
import { dayText } from '../../../lib/time/day-text.ts'
import { payable } from '../../../platform/payment/settled-least.ts'
import type { Supporters } from '../../../shop/support/model.ts'
import { supportersOf } from '../../../shop/support/supporters.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ownMedia, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const path = '/studio/supporters'

/** `/studio/supporters`: an artist's levels, and who supports them. */
export const studioSupportersRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, async ({ viewer }) => {
    const media = ownMedia(ctx, viewer, viewer.handle)
    const { currency } = media.casset.price
    const description = say('Who supports you by the month or the year.')
    return {
      head: studioHead(ctx, media, { title: say('Supporters'), description, path }),
      main: (
        <SupportersPage
          media={media}
          supporters={await supportersOf(ctx, viewer)}
          currency={currency}
          sums={payable(ctx, tipBounds(currency), currency)}
          canBePaid={canBePaid(ctx, viewer.handle)}
        />
      ),
    }
  })

const Levels = island('studio/supporters/levels', LevelsIsland)

type SupportersPageProps = Omit<LevelsProps, 'levels'> & {
  media: Media
  supporters: Supporters
  canBePaid: boolean
}

const SupportersPage = ({ media, supporters, canBePaid: isPaid, ...form }: SupportersPageProps) => (
  <StudioLayout here={path} texture={media.texture} theme={media.theme}>
    <article class="jcard codes-card">
      <header>
        <h1>{say('Supporters')}</h1>
        <p>
          {say('People who like your work pay you by the month or the year. What they get for it you choose here.')}
        </p>
        {!isPaid && (
          <p class="notice">
            {say('Nobody can support you yet: set up payouts first.')}
            {gap()}
            <a href="/studio/payouts">{say('Go to payouts')}</a>
          </p>
        )}
      </header>
      <section aria-labelledby="who">
        <h2 id="who">{say('How it stands')}</h2>
        <Figures supporters={supporters} />
        {supporters.newest.length > 0 && <Newest supporters={supporters} />}
      </section>
      <section aria-labelledby="levels">
        <h2 id="levels">{say('Levels')}</h2>
        <Levels levels={supporters.levels} {...form} />
      </section>
    </article>
  </StudioLayout>
)

const Figures = ({ supporters: { people, resting, came, left, monthly } }: { supporters: Supporters }) => {
  const sums = monthly.map(sumText).join(', ')
  return (
    <>
      <p>
        {people === 0
          ? say('Nobody supports you yet.')
          : say('{people, plural, one {# person supports} other {# people support}} you.', { people })}
        {gap()}
        {sums !== '' && say('They pay {sum} a month, yearly ones by a twelfth.', { sum: sums })}
      </p>
      {people + left > 0 && (
        <p class="hint">
          {say('In the last 30 days {came} came and {left} left; {resting} wait for their bank or their card.', {
            came: numberText(came),
            left: numberText(left),
            resting: numberText(resting),
          })}
        </p>
      )}
    </>
  )
}

const states = () => ({
  active: say('supports you'),
  resting: say('rests ## a support'),
  ended: say('has ended ## a support'),
})

const Newest = ({ supporters: { newest } }: { supporters: Supporters }) => (
  <>
    <ul class="rows">
      {newest.map(({ id, supporter, level, amount, currency, rhythm, state, since, isEnding }) => (
        <li key={id}>
          <b dir="auto">
            {supporter ? <a href={`/@${supporter.handle}`}>{supporter.displayName}</a> : say('deleted their account')}
          </b>
          <p class="mono">
            {[
              level,
              rhythmSum({ amount, currency }, rhythm),
              say('since {day}', { day: dayText(since) }),
              isEnding && state !== 'ended' ? say('ends with what is paid ## a support') : states()[state],
            ].join(' · ')}
          </p>
        </li>
      ))}
    </ul>
    <p>
      <a class="key" href="/api/studio/supporters.csv" download>
        {say('Download all as CSV')}
      </a>
    </p>
  </>
)
