import DeclineIsland from '../../../../public/islands/drop/decline.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { CampaignPage } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { island } from '../../document/island.tsx'
import { sumsText } from './labels.ts'

const Decline = island('drop/decline', DeclineIsland)

type WinnersProps = { drop: CampaignPage; handle: string | null }

export function Winners({ drop: { campaign, payouts }, handle }: WinnersProps) {
  const own = payouts.find(({ artist, status }) => artist.handle === handle && status !== 'BACK')
  return (
    <section class="winners" aria-labelledby="winners">
      <h2 id="winners">{payouts.length === 1 ? say('The winner') : say('The winners')}</h2>
      {own && <Own payout={own} campaign={campaign} />}
      <ol>
        {payouts.map(({ place, artist, score, prize, status }) => (
          <li key={place}>
            <b>{place}</b>
            <img src={artist.pfp} alt="" width="44" height="44" loading="lazy" />
            <a class="tap" href={`/@${artist.handle}`} dir="auto">
              {artist.displayName}
            </a>
            <b class="mono">{sumsText(prize)}</b>
            <span class="mono">
              {status === 'BACK'
                ? say('nobody took it, so it went back')
                : say('{points, plural, one {# point} other {# points}}', { points: score })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type OwnProps = { payout: CampaignPage['payouts'][number]; campaign: CampaignPage['campaign'] }

function Own({ payout: { prize, status, until }, campaign: { id, state, artist, unclaimed } }: OwnProps) {
  const sum = sumsText(prize)
  if (status === 'PAID') return <p class="notice">{say('You won {sum}. It is on your payout account.', { sum })}</p>
  if (status === 'RETURNED') {
    return <p class="notice">{say('You won, but a bank took back the money that was paid into the prize.')}</p>
  }
  return (
    <div class="notice">
      <p>
        {say('You won {sum}.', { sum })}
        {gap()}
        {status === 'BLOCKED' || state === 'CLOSED'
          ? say('Tell the payment processor where to send it; it waits for you until then.')
          : say('It is on its way to you.')}
        {gap()}
        {until !== null &&
          inParts(
            unclaimed === 'NEXT'
              ? say('After <day></day> it goes to the clip that comes next.')
              : say('After <day></day> it goes back to {displayName}.', { displayName: artist.displayName }),
            { day: () => <Day iso={until} /> },
          )}
      </p>
      {status !== 'SENDING' && (
        <a class="key go" href="/studio/payouts">
          {say('Set up payouts')}
        </a>
      )}
      <Decline id={id} artist={artist.displayName} unclaimed={unclaimed} />
    </div>
  )
}
