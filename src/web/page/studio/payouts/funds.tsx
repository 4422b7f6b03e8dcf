import { Day } from '../../../../../public/lib/day.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Payouts } from '../../../../books/seller/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { sumText } from '../../../../lib/money/money.ts'

type FundsProps = { balance: NonNullable<Payouts['balance']>; payouts: Payouts['payouts'] }

export const Funds = ({ balance, payouts }: FundsProps) => (
  <>
    <section aria-labelledby="balance">
      <h2 id="balance">{say('At the payment processor')}</h2>
      <dl class="funds">
        <Sum name={say('Available')} sums={balance.available} />
        <Sum name={say('Pending ## money')} sums={balance.pending} />
      </dl>
    </section>
    <section aria-labelledby="sent">
      <h2 id="sent">{say('Payouts to your bank')}</h2>
      {payouts.length === 0 ? (
        <p class="empty">{say('No payouts yet. The payment processor sends them automatically.')}</p>
      ) : (
        <ol class="sent">
          {payouts.map(({ id, amount, status, arrivesAt }) => (
            <li key={id}>
              <b>{sumText(amount)}</b>
              <span>{inParts(words()[status], { day: () => <Day iso={arrivesAt} /> })}</span>
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

const words = () =>
  ({
    PENDING: say('waiting, expected on <day></day>'),
    IN_TRANSIT: say('on its way, expected on <day></day>'),
    PAID: say('arrived on <day></day>'),
    FAILED: say('failed, was expected on <day></day>'),
    CANCELED: say('cancelled, was expected on <day></day>'),
  }) as const
