import { Day } from '../../../../public/lib/day.tsx'
import { sumText } from '../../../lib/money.ts'
import type { Payouts } from '../../../seller/model.ts'

type FundsProps = { balance: NonNullable<Payouts['balance']>; payouts: Payouts['payouts'] }

/** What an account holds, and what was last sent from it to a bank. */
export const Funds = ({ balance, payouts }: FundsProps) => (
  <>
    <section aria-labelledby="balance">
      <h2 id="balance">On the account</h2>
      <dl class="funds">
        <Sum name="To be paid out" sums={balance.available} />
        <Sum name="On its way in" sums={balance.pending} />
      </dl>
    </section>
    <section aria-labelledby="sent">
      <h2 id="sent">Sent to the bank</h2>
      {payouts.length === 0 ? (
        <p class="empty">Nothing yet. The processor sends what is there by itself.</p>
      ) : (
        <ol class="sent">
          {payouts.map(({ id, amount, status, arrivesAt }) => (
            <li key={id}>
              <b>{sumText(amount)}</b>
              <span>
                {words[status]} <Day iso={arrivesAt} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  </>
)

type Money = Payouts['payouts'][number]['amount']

const Sum = ({ name, sums }: { name: string; sums: readonly Money[] }) => (
  <div>
    <dt>{name}</dt>
    {sums.map((sum) => (
      <dd key={sum.currency} class="mono">
        {sumText(sum)}
      </dd>
    ))}
  </div>
)

const words = {
  PENDING: 'waits; expected',
  IN_TRANSIT: 'on its way; expected',
  PAID: 'arrived',
  FAILED: 'came back; was expected',
  CANCELED: 'called off; was expected',
} as const
