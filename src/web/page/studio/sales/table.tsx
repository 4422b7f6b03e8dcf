import type { CurrencyStatistics, Figures, Statistics } from '../../../../earnings/report/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { tableSum } from '../../../../lib/money/money.ts'
import { FigureTable } from '../../../parts/studio/figure-table.tsx'
import { moneyBy, partNames } from './labels.ts'

type Column = readonly [name: string, of: (figures: Figures) => number, rare?: 'rare']

/** The columns; those that are rare are left out where they are empty. */
const columns = (): readonly Column[] => [
  [say('Cassets'), ({ sales }: Figures) => sales],
  [say('Tips ## money'), ({ tips }: Figures) => tips],
  [say('Emoji'), ({ emoji }: Figures) => emoji],
  [say('Licenses'), ({ licenses }: Figures) => licenses, 'rare'],
  [say('Prizes'), ({ prizes }: Figures) => prizes, 'rare'],
  [say('Refunds'), ({ refunds }: Figures) => 0 - refunds],
  [say('Disputes'), ({ disputes }: Figures) => 0 - disputes],
  [say('Exchanged ## money of another currency'), ({ exchanged }: Figures) => exchanged, 'rare'],
  [say('Fees'), ({ processorFees, platformFees }: Figures) => 0 - processorFees - platformFees],
  [say('VAT'), ({ vat }: Figures) => 0 - vat, 'rare'],
  [say('You earn'), ({ net }: Figures) => net],
  [say('Paid out'), ({ payouts }: Figures) => payouts],
]

type SalesTableProps = {
  currency: string
  by: Statistics['by']
  rows: readonly (CurrencyStatistics['series'][number] & { time: string })[]
  totals: Figures
}

export function SalesTable({ currency, by, rows, totals }: SalesTableProps) {
  const shown = columns().filter(([, of, rare]) => rare === undefined || rows.some((row) => of(row) !== 0))
  return (
    <details class="in-figures">
      <summary>{say('As a table')}</summary>
      <FigureTable label={moneyBy(by, currency.toUpperCase())}>
        <thead>
          <tr>
            <th scope="col">{partNames()[by]}</th>
            {shown.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.from} name={row.time} figures={row} currency={currency} shown={shown} />
          ))}
        </tbody>
        <tfoot>
          <Line name={say('Total')} figures={totals} currency={currency} shown={shown} />
        </tfoot>
      </FigureTable>
    </details>
  )
}

type LineProps = {
  name: string
  figures: Figures
  currency: string
  shown: readonly Column[]
}

const Line = ({ name, figures, currency, shown }: LineProps) => (
  <tr>
    <th scope="row">{name}</th>
    {shown.map(([column, of]) => (
      <td key={column}>{of(figures) === 0 ? '·' : tableSum(of(figures), currency)}</td>
    ))}
  </tr>
)
