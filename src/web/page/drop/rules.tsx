import { Day } from '../../../../public/lib/day.tsx'
import { points } from '../../../drop/scores.ts'
import type { Campaign } from '../../../drop/view/model.ts'
import { pagePath } from '../../../lib/slug.ts'
import { sumsText } from './labels.ts'

const places = ['First', 'Second', 'Third']

/** The rules of a drop in plain words, and its artist's terms. */
export function Rules({ campaign }: { campaign: Campaign }) {
  const { artist, casset, minAccountAgeDays, endsAt, chooseBy, terms, places: parts } = campaign
  return (
    <section class="rules" aria-labelledby="rules">
      <h2 id="rules">The rules</h2>
      <ul>
        <li>
          One clip a person{minAccountAgeDays > 0 && `, with an account that is at least ${minAccountAgeDays} days old`}
          . Clips come in until <Day iso={endsAt} />.
        </li>
        <li>
          Each like of your clip by somebody else is {points.like} point. Each time somebody buys{' '}
          <a href={pagePath(casset.slug)}>{casset.name}</a> through <a href="/links">your link</a> while the drop is
          open, that is {points.collect} points.
        </li>
        <li>
          {artist.displayName} chooses the winners, the most points unless they say otherwise; with as many points the
          earlier clip is first. If they have not by <Day iso={chooseBy} />, the most points win; with fewer clips than
          winners nobody does.
        </li>
        <li>
          The prize is held by the payment processor, and not by {artist.displayName} or this site. Winners tell the
          processor where to send it.
        </li>
      </ul>
      <table class="places">
        <caption class="sr">What each place wins</caption>
        <tbody>
          {parts.map(({ percent, prize }, index) => (
            <tr key={`${index + 1}`}>
              <th scope="row">{places[index] ?? `Place ${index + 1}`}</th>
              <td class="mono">{percent}%</td>
              <td class="mono">{sumsText(prize)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Terms of {artist.displayName}</h3>
      <p class="brief" dir="auto">
        {terms === '' ? 'None yet.' : terms}
      </p>
    </section>
  )
}
