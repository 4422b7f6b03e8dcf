import type { CampaignPage } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { sumsText } from './labels.ts'

type Payouts = CampaignPage['payouts']
type WinnersProps = { payouts: Payouts; handle: string | null; state: CampaignPage['campaign']['state'] }

/** The winners of a drop; each of them sees the state of their prize. */
export function Winners({ payouts, handle, state }: WinnersProps) {
  const own = payouts.find(({ artist }) => artist.handle === handle)
  return (
    <section class="winners" aria-labelledby="winners">
      <h2 id="winners">{payouts.length === 1 ? say('The winner') : say('The winners')}</h2>
      {own && <Own payout={own} state={state} />}
      <ol>
        {payouts.map(({ place, artist, score, prize }) => (
          <li key={place}>
            <b>{place}</b>
            <img src={artist.pfp} alt="" width="44" height="44" loading="lazy" />
            <a href={`/@${artist.handle}`} dir="auto">
              {artist.displayName}
            </a>
            <b class="mono">{sumsText(prize)}</b>
            <span class="mono">{say('{points, plural, one {# point} other {# points}}', { points: score })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Own({ payout: { prize, status }, state }: { payout: Payouts[number]; state: WinnersProps['state'] }) {
  const sum = sumsText(prize)
  if (status === 'PAID') return <p class="notice">{say('You won {sum}. It is on your payout account.', { sum })}</p>
  if (status === 'RETURNED') {
    return <p class="notice">{say('You won, but a bank took back the money that was paid into the prize.')}</p>
  }
  return (
    <div class="notice">
      <p>
        {say('You won {sum}.', { sum })}{' '}
        {status === 'BLOCKED' || state === 'CLOSED'
          ? say('Tell the payment processor where to send it; it waits for you until then.')
          : say('It is on its way to you.')}
      </p>
      {status !== 'SENDING' && (
        <a class="key go" href="/studio/payouts">
          {say('Set up payouts')}
        </a>
      )}
    </div>
  )
}
