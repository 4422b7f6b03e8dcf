import { count } from '../../../lib/count.ts'
import { numberText } from '../../../lib/language/formats.ts'
import { sumText } from '../../../lib/money.ts'
import type { Supporters } from '../../../money/report/read-supporters.ts'

const followersText = (followers: number) =>
  followers === 1 ? 'One person follows you.' : `${numberText(followers)} people follow you.`

/** The people who paid most in this time, and the number of followers. */
export const People = ({ supporters, guests, isCut, followers }: Supporters & { followers: number }) => (
  <section class="stat" aria-labelledby="supporters">
    <h2 id="supporters">Supporters</h2>
    <p>
      {followers === 0 ? 'Nobody follows you yet.' : followersText(followers)}
      {guests > 0 && ` ${count(guests, 'payment')} in this time came from guests without an account.`}
      {isCut && ' The list is of the newest 500 payments.'}
    </p>
    {supporters.length > 0 ? (
      <table class="figure-table play-table">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Payments</th>
            <th scope="col">Paid, less refunds</th>
          </tr>
        </thead>
        <tbody>
          {supporters.map(({ handle, displayName, payments, paid }) => (
            <tr key={`${handle} ${paid.currency}`}>
              <th scope="row">
                <a href={`/@${handle}`} dir="auto">
                  {displayName}
                </a>
              </th>
              <td data-name="payments">{payments}</td>
              <td data-name="paid">{sumText(paid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : (
      <p class="empty">Nobody with an account has paid in this time.</p>
    )}
  </section>
)
