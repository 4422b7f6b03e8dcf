import { Day, Moment } from '../../../../../public/lib/day.tsx'
import type { CampaignPage } from '../../../../drop/view/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { sumText } from '../../../../lib/money/money.ts'
import { stateLabels } from '../../drop/labels.ts'

type Rows<K extends 'contributions' | 'moves'> = { rows: NonNullable<CampaignPage[K]> }

const words = () =>
  ({
    HELD: say('held by the payment processor'),
    DISPUTED: say('disputed: its bank decides'),
    TAKEN_BACK: say('chargeback ## a payment that its bank took back'),
    GOING_BACK: say('on its way back to you'),
    WENT_BACK: say('went back to you'),
    PAID_OUT: say('paid to winners'),
  }) as const

export const Contributions = ({ rows }: Rows<'contributions'>) =>
  rows.length === 0 ? null : (
    <section aria-labelledby="paid-in">
      <h2 id="paid-in">{say('Paid in')}</h2>
      <p class="hint">{say('The prize is what you pay in, less the payment processor’s fee.')}</p>
      <ul class="rows drop-list">
        {rows.map(({ orderId, amount, currency, paidAt, status }) => (
          <li key={orderId}>
            <a class="tap" href={`/receipt/${orderId}`}>
              <Day iso={paidAt} />
            </a>
            <b class="mono">{sumText({ amount, currency })}</b>
            <p class="mono">{words()[status]}</p>
          </li>
        ))}
      </ul>
    </section>
  )

export const Moves = ({ rows }: Rows<'moves'>) =>
  rows.length === 0 ? null : (
    <section aria-labelledby="moves">
      <h2 id="moves">{say('What happened')}</h2>
      <ol class="rows drop-list">
        {rows.map(({ to, by, reason, at }) => (
          <li key={to}>
            <span>{stateLabels()[to]}</span>
            <span class="mono">
              <Moment iso={at} />
            </span>
            <p class="mono" dir="auto">
              {by === null ? say('automatically') : say('by @{by}', { by })}
              {reason !== null && ` · ${reason}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
