import type { Statement } from '../../../earnings/statement/statement.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { monthName } from '../../../lib/time/month.ts'

type StatementListProps = { statements: readonly Statement[]; showsArtist: boolean }

export const StatementList = ({ statements, showsArtist }: StatementListProps) => (
  <ul class="statements">
    {statements.map(({ id, number, month, artistName, artistHandle, isSelfBilled, currencies }) => (
      <li key={id}>
        <a href={`/studio/statements/${id}`}>
          {showsArtist ? artistName : monthName(month)}
          {showsArtist && <span class="mono"> @{artistHandle}</span>}
        </a>
        <p class="mono">
          {number}
          {isSelfBilled && ` · ${say('for an invoice')}`}
        </p>
        <p>
          {currencies.map(({ currency, netMinor, closingMinor }) => (
            <span key={currency}>
              {closingMinor === 0
                ? say('{sum} net', { sum: sumText({ amount: netMinor, currency }) })
                : say('{sum} net, {owed} still owed', {
                    sum: sumText({ amount: netMinor, currency }),
                    owed: sumText({ amount: closingMinor, currency }),
                  })}
            </span>
          ))}
        </p>
      </li>
    ))}
  </ul>
)
