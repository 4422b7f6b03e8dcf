import { sumText } from '../../../lib/money.ts'
import type { Payouts } from '../../../seller/model.ts'

type BearingProps = { feePercent: number; owed: Payouts['owed'] }

/** What is on its way to an artist or owed by them, and in plain words what selling here costs them. */
export const Bearing = ({ feePercent, owed }: BearingProps) => (
  <section aria-labelledby="bearing">
    <h2 id="bearing">Who pays for what</h2>
    {owed.map(({ currency, amount }) => (
      <p key={currency} class="notice">
        {amount > 0
          ? `${sumText({ currency, amount })} of your sales are still on this site’s account. They are sent to yours by themselves.`
          : `Refunds and disputes have cost ${sumText({ currency, amount: -amount })} more than could be taken back. Your next sales pay that first.`}
      </p>
    ))}
    <p>
      What you sell is paid to this site, which sells it for you like a label, and is sent on to you when the payment
      processor’s fee {feePercent > 0 ? `and the ${feePercent}% that this site keeps are` : 'is'} off.
    </p>
    <p>
      A refund is taken back from your account{feePercent > 0 && ', and this site gives its part back'}; the processor
      keeps its fee. A payment that a buyer disputes is taken back at once, with the fee of the dispute. You can answer
      the bank on your sales page; if you win, you get the payment again. What your account does not hold is paid by
      what you sell next.
    </p>
  </section>
)
