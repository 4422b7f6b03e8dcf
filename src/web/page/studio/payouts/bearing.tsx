import type { Payouts } from '../../../../books/seller/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { sumText } from '../../../../lib/money/money.ts'
import { withoutWaiting } from '../../../../lib/payment/waits-for.ts'
import { gap } from '../../../../lib/text/gap.ts'

type BearingProps = { feePercent: number } & Pick<Payouts, 'owed' | 'waiting' | 'holdDays'>

/** Money on its way to an artist or owed, and in plain words what selling here costs. */
export const Bearing = ({ feePercent, owed, waiting, holdDays }: BearingProps) => (
  <section aria-labelledby="bearing">
    <h2 id="bearing">{say('Fees and refunds')}</h2>
    {withoutWaiting(owed, waiting).map(({ currency, amount }) => (
      <p key={currency} class="notice">
        {amount > 0
          ? say(
              'The payment processor holds {sum} from your sales and prizes. It is sent automatically once your account there is set up.',
              { sum: sumText({ currency, amount }) },
            )
          : say(
              'You owe {sum}: refunds and disputes have cost that much more than could be taken back. Your next sales and prizes pay for it first.',
              { sum: sumText({ currency, amount: -amount }) },
            )}
      </p>
    ))}
    {waiting.map(({ currency, amount, waitsFor }) => (
      <p key={`${currency} ${waitsFor}`} class="notice">
        {waitsFor === 'refund'
          ? say('{sum} goes back to its buyers.', { sum: sumText({ currency, amount }) })
          : waitsFor === 'opening'
            ? say('{sum} waits for the opening of what was preordered, and is sent to you then.', {
                sum: sumText({ currency, amount }),
              })
            : say(
                '{sum} waits until its buyers have downloaded what they bought, or for the last day to give it back, and is sent to you then.',
                { sum: sumText({ currency, amount }) },
              )}
      </p>
    ))}
    {holdDays !== null && (
      <p>
        {say(
          'While you are new here, money stays in your account there for {holdDays} days before it is paid out to your bank, so that refunds can be taken from it.',
          { holdDays },
        )}
      </p>
    )}
    <p>
      {feePercent > 0
        ? say(
            'Buyers pay this site, which sells for you like a label. It sends you what is left after the payment processor’s fee and the {feePercent}% that it keeps.',
            { feePercent },
          )
        : say(
            'Buyers pay this site, which sells for you like a label. It sends you what is left after the payment processor’s fee.',
          )}
    </p>
    <p>
      {feePercent > 0
        ? say(
            'A refund is taken back from your account, and this site gives its part back; the processor keeps its fee.',
          )
        : say('A refund is taken back from your account; the processor keeps its fee.')}
      {gap()}
      {say(
        'When a buyer disputes a payment, it is taken back at once, with the fee of the dispute. You can answer the bank on your sales page; if you win, you get the payment back. What your account cannot give back is taken from your next sales. With prizes of drops it is the same: when a payment into the prize is disputed, your part of it is taken back, and what a payment into a drop of yours costs beyond its own money is yours to pay.',
      )}
    </p>
  </section>
)
