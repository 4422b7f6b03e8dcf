import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { points } from '../../../drop/scores.ts'
import type { Campaign } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { sumsText } from './labels.ts'

const places = () => [say('First ## place'), say('Second ## place'), say('Third ## place')]

type RulesProps = { campaign: Campaign; holder: string; hasRules: boolean }

/** `holder`: where the prize lies. `hasRules`: whether the site has rules of all drops. */
export function Rules({ campaign, holder, hasRules }: RulesProps) {
  const { artist, casset, minAccountAgeDays, endsAt, chooseBy, terms, places: parts, unclaimed } = campaign
  return (
    <section class="rules" aria-labelledby="rules">
      <h2 id="rules">{say('The rules')}</h2>
      <ul>
        <li>
          {minAccountAgeDays > 0
            ? say(
                'One clip a person, with an account that is at least {days, plural, one {# day} other {# days}} old.',
                { days: minAccountAgeDays },
              )
            : say('One clip a person.')}
          {gap()}
          {inParts(say('Clips come in until <day></day>.'), { day: () => <Day iso={endsAt} /> })}
        </li>
        <li>
          {inParts(
            say(
              'Each like of your clip by somebody else is {like, plural, one {# point} other {# points}}. Each time somebody buys <a>{name}</a> through <a2>your link</a2> while the drop is open, that is {collect, plural, one {# point} other {# points}}.',
              { like: points.like, name: casset.name, collect: points.collect },
            ),
            { a: (text) => <a href={pagePath(casset.slug)}>{text}</a>, a2: (text) => <a href="/links">{text}</a> },
          )}
        </li>
        <li>
          {inParts(
            say(
              '{displayName} chooses the winners; points are a suggestion, and in a tie the earlier clip comes first. If they have not chosen by <day></day>, the clips with the most points win; with fewer clips than winners, nobody does.',
              { displayName: artist.displayName },
            ),
            { day: () => <Day iso={chooseBy} /> },
          )}
        </li>
        <li>{holder}</li>
        <li>
          {unclaimed === 'NEXT'
            ? say('A prize that its winner gives up, or does not take within a year, goes to the clip that comes next.')
            : say('A prize that its winner gives up, or does not take within a year, goes back to {displayName}.', {
                displayName: artist.displayName,
              })}
        </li>
      </ul>
      <table class="places">
        <caption class="sr">{say('What each place wins')}</caption>
        <tbody>
          {parts.map(({ percent, prize }, index) => (
            <tr key={`${index + 1}`}>
              <th scope="row">{places()[index] ?? say('Place {place}', { place: index + 1 })}</th>
              <td class="mono">{percent}%</td>
              <td class="mono">{sumsText(prize)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasRules && (
        <p>
          <a href="/drop-rules">{say('Rules of drops')}</a>
        </p>
      )}
      <h3>{say('Terms of {displayName}', { displayName: artist.displayName })}</h3>
      <p class="brief" dir="auto">
        {terms === '' ? say('None yet.') : terms}
      </p>
    </section>
  )
}
