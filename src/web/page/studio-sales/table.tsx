import { say } from '../../../lib/language/say.ts'
import { tableSum } from '../../../lib/money.ts'
import type { CurrencyStatistics, Figures, Statistics } from '../../../money/report/model.ts'

const columns = () =>
  [
    ['Cassets', ({ sales }: Figures) => sales],
    ['Tips', ({ tips }: Figures) => tips],
    ['Emoji', ({ emoji }: Figures) => emoji],
    ['Licenses', ({ licenses }: Figures) => licenses],
    ['Prizes', ({ prizes }: Figures) => prizes],
    ['Refunds', ({ refunds }: Figures) => 0 - refunds],
    ['Disputes', ({ disputes }: Figures) => 0 - disputes],
    ['Exchanged', ({ exchanged }: Figures) => exchanged],
    ['Fees', ({ processorFees, platformFees }: Figures) => 0 - processorFees - platformFees],
    ['VAT', ({ vat }: Figures) => 0 - vat],
    [say('Your share'), ({ net }: Figures) => net],
    [say('Paid out'), ({ payouts }: Figures) => payouts],
  ] as const

const columnNames = { day: 'Day', week: 'Week', month: 'Month' } as const

/** Columns that are left out where they are empty. */
const rare: ReadonlySet<string> = new Set(['Licenses', 'Prizes', 'Exchanged', 'VAT'])

type SalesTableProps = {
  currency: string
  by: Statistics['by']
  rows: readonly (CurrencyStatistics['series'][number] & { time: string })[]
  totals: Figures
}

/** The figures of a plot as a table, without empty periods. */
export function SalesTable({ currency, by, rows, totals }: SalesTableProps) {
  const shown = columns().filter(([name, of]) => !rare.has(name) || rows.some((row) => of(row) !== 0))
  return (
    <details class="in-figures">
      <summary>{say('As a table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section aria-label={say('Money by {by} in {currency}', { by, currency: currency.toUpperCase() })} tabIndex={0}>
        <table class="figure-table">
          <thead>
            <tr>
              <th scope="col">{columnNames[by]}</th>
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
            <Line name="Total" figures={totals} currency={currency} shown={shown} />
          </tfoot>
        </table>
      </section>
    </details>
  )
}

type LineProps = {
  name: string
  figures: Figures
  currency: string
  shown: readonly ReturnType<typeof columns>[number][]
}

const Line = ({ name, figures, currency, shown }: LineProps) => (
  <tr>
    <th scope="row">{name}</th>
    {shown.map(([column, of]) => (
      <td key={column}>{of(figures) === 0 ? '·' : tableSum(of(figures), currency)}</td>
    ))}
  </tr>
)
