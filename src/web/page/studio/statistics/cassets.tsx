import { say } from '../../../../lib/language/say.ts'
import { tableSum } from '../../../../lib/money/money.ts'
import { FigureTable } from '../../../parts/studio/figure-table.tsx'
import type { CassetRows, Earned, RowFigures } from './casset-rows.ts'

type Props = CassetRows & {
  /** The one that is chosen: the others are left out, and the totals, which are of all. */
  chosen: string | undefined
}

export const CassetFigures = ({ rows, others, totals, chosen }: Props) => (
  <section class="stat" aria-labelledby="by-casset">
    <h2 id="by-casset">{say('By casset')}</h2>
    <p class="hint">
      {say(
        'Money as under Sales: what you earn is what is left after fees and refunds, and of a casset with others it is your part. Everything in one purchase is divided among its cassets.',
      )}
    </p>
    <FigureTable label={say('Plays and sales by casset')} sectionClass="scrolls" tableClass="play-table">
      <thead>
        <tr>
          <th scope="col">{say('Casset')}</th>
          <th scope="col">{say('Whole')}</th>
          <th scope="col">{say('Previews')}</th>
          <th scope="col">{say('Bought')}</th>
          <th scope="col">{say('Gross')}</th>
          <th scope="col">{say('You earn')}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(({ id }) => chosen === undefined || id === chosen)
          .map((row) => (
            <Row key={row.id} {...row} />
          ))}
        {chosen === undefined && others.earned.length > 0 && (
          <Row {...others} name={say('Tips, emoji, licenses and the rest')} />
        )}
      </tbody>
      {chosen === undefined && (
        <tfoot>
          <Row {...totals} name={say('Total')} />
        </tfoot>
      )}
    </FigureTable>
  </section>
)

const Row = ({ name, plays, collects, earned }: RowFigures & { name: string }) => (
  <tr>
    <th scope="row" dir="auto">
      {name}
    </th>
    <td data-name={say('Whole')}>{plays?.wholes ?? <Nothing />}</td>
    <td data-name={say('Previews')}>{plays?.previews ?? <Nothing />}</td>
    <td data-name={say('Bought')}>{collects ?? <Nothing />}</td>
    <td data-name={say('Gross')}>
      <InEach earned={earned} of="gross" />
    </td>
    <td data-name={say('You earn')}>
      <InEach earned={earned} of="net" />
    </td>
  </tr>
)

const Nothing = () => <span class="nothing">·</span>

const InEach = ({ earned, of }: { earned: readonly Earned[]; of: 'gross' | 'net' }) =>
  earned.length === 0 ? (
    <Nothing />
  ) : (
    <span class="sums">
      {earned.map((each) => (
        <span key={each.currency}>{tableSum(each[of], each.currency)}</span>
      ))}
    </span>
  )
