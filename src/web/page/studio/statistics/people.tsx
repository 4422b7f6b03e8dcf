import type { Supporters } from '../../../../earnings/report/read-supporters.ts'
import { numberText } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'
import { sumText } from '../../../../lib/money/money.ts'
import { gap } from '../../../../lib/text/gap.ts'

const followersText = (followers: number) =>
  followers === 1
    ? say('One person follows you.')
    : say('{number} people follow you.', { number: numberText(followers) })

type PeopleProps = Supporters & { followers: number; byEmail: number }

export const People = ({ supporters, guests, isCut, followers, byEmail }: PeopleProps) => (
  <section class="stat" aria-labelledby="supporters">
    <h2 id="supporters">{say('Supporters')}</h2>
    <p>
      {followers === 0 ? say('Nobody follows you yet.') : followersText(followers)}
      {byEmail > 0 &&
        `${gap()}${say('{people, plural, one {One more person follows} other {# more people follow}} you by email, without an account.', { people: byEmail })}`}
      {guests > 0 &&
        `${gap()}${say('{payments, plural, one {# payment} other {# payments}} in this time came from guests without an account.', { payments: guests })}`}
      {isCut && `${gap()}${say('The list is of the newest 500 payments.')}`}
    </p>
    {supporters.length > 0 ? (
      <table class="figure-table play-table">
        <thead>
          <tr>
            <th scope="col">{say('Who')}</th>
            <th scope="col">{say('Payments')}</th>
            <th scope="col">{say('Paid, less refunds')}</th>
          </tr>
        </thead>
        <tbody>
          {supporters.map(({ handle, displayName, payments, paid }) => (
            <tr key={`${handle} ${paid.currency}`}>
              <th scope="row">
                <a class="tap" href={`/@${handle}`} dir="auto">
                  {displayName}
                </a>
              </th>
              <td data-name={say('Payments')}>{payments}</td>
              <td data-name={say('Paid ## a sum')}>{sumText(paid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : (
      <p class="empty">{say('Nobody with an account has paid in this time.')}</p>
    )}
  </section>
)
