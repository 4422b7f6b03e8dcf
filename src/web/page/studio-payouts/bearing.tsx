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
          ? `${sumText({ currency, amount })} of your sales are still on this site’s account. They are sent to yours automatically.`
          : `Refunds and disputes have cost ${sumText({ currency, amount: -amount })} more than was taken back. Your next sales pay for that first.`}
      </p>
    ))}
    <p>
      Buyers pay this site, which sells for you like a label. It sends you what is left after the payment processor’s
      fee{feePercent > 0 && ` and the ${feePercent}% that it keeps`}.
    </p>
    <p>
      A refund is taken back from your account{feePercent > 0 && ', and this site gives its part back'}; the processor
      keeps its fee. When a buyer disputes a payment, it is taken back at once, with the fee of the dispute. You can
      answer the bank on your sales page; if you win, you get the payment back. What your account cannot give back is
      taken from your next sales.
    </p>
  </section>
)
