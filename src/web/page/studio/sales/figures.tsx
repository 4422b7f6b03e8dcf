import type { CurrencyStatistics, PlatformStatistics, Statistics } from '../../../../earnings/report/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { currencyName } from '../../../../lib/money/currency-name.ts'
import { shortSum, tableSum } from '../../../../lib/money/money.ts'
import { waitNames } from '../../../../lib/payment/waits-for.ts'
import { boughtBy, longTime, moneyBy, shortTime } from './labels.ts'
import { type Ink, Legend, Plot } from './plot.tsx'
import { SalesTable } from './table.tsx'
import { type SalesView, salesSpans } from './view.ts'

/**
 * Income and what is left of it, over time and by currency; the owner's has the instance's part.
 */
export const SalesFigures = ({ view }: { view: SalesView }) => {
  const { statistics, csvPath } = view
  const { currencies, platform } = statistics
  return (
    <section class="figures" aria-labelledby="figures">
      <div class="side-head">
        <h2 id="figures">{say('Income')}</h2>
        <a class="key" href={csvPath} download="">
          {say('Download CSV')}
        </a>
      </div>
      <Spans view={view} />
      {currencies.map((each) => (
        <Income key={each.currency} figures={each} statistics={statistics} isAlone={currencies.length === 1} />
      ))}
      <Collects statistics={statistics} />
      {platform?.map((each) => (
        <House key={each.currency} figures={each} />
      ))}
    </section>
  )
}

const Spans = ({ view: { span, statistics } }: { view: SalesView }) => (
  <nav class="spans" aria-label={say('Period')}>
    {Object.entries(salesSpans()).map(([key, name]) => (
      <a key={key} href={`/studio/sales?span=${key}`} aria-current={key === span ? 'true' : undefined}>
        {name}
      </a>
    ))}
    <p class="mono">{say('{time} (UTC)', { time: longTime(statistics, 'day') })}</p>
  </nav>
)

type IncomeProps = { figures: CurrencyStatistics; statistics: Statistics; isAlone: boolean }

function Income({ figures, statistics: { by }, isAlone }: IncomeProps) {
  const { currency, series } = figures
  const parts = series.map((part) => ({ ...part, time: longTime(part, by) }))
  const moved = parts.filter(isMoved)
  const isPlotted = series.some((part) => grossOf(part) !== 0 || backOf(part) !== 0)
  const id = `income-${currency}`
  return (
    <section class="income" aria-label={currencyName(currency)}>
      {!isAlone && <h3>{currencyName(currency)}</h3>}
      <Slip figures={figures} />
      {moved.length > 0 ? (
        <figure>
          <figcaption>
            <h3>{moneyBy(by)}</h3>
            {isPlotted && <Legend id={id} inks={inksOf(figures)} />}
          </figcaption>
          {isPlotted ? (
            <Plot
              id={id}
              title={moneyBy(by, currencyName(currency))}
              summary={say('{gross} gross, you earn {net}.', {
                gross: tableSum(grossOf(figures.totals), currency),
                net: tableSum(figures.totals.net, currency),
              })}
              label={(value) => shortSum(value, currency)}
              bars={parts.map((part) => ({
                name: () => shortTime(part, by, series.length),
                told: toldOf(part, currency),
                parts: [
                  { ink: 'sales', value: part.sales },
                  { ink: 'tips', value: part.tips },
                  { ink: 'emoji', value: part.emoji },
                  { ink: 'licenses', value: part.licenses },
                  { ink: 'back', value: -backOf(part) },
                ],
              }))}
            />
          ) : (
            <p class="hint">
              {say('No sales in this currency. The table has what else moved, such as exchange and fees.')}
            </p>
          )}
          <SalesTable currency={currency} by={by} rows={moved} totals={figures.totals} />
        </figure>
      ) : (
        <p class="empty">{say('No sales in this period.')}</p>
      )}
    </section>
  )
}

type Part = CurrencyStatistics['series'][number]
type Totals = CurrencyStatistics['totals']

type TimedPart = Part & { time: string }

const isMoved = (part: Part) => Object.values(part).some((value) => typeof value === 'number' && value !== 0)
const grossOf = ({ sales, tips, emoji, licenses }: Totals) => sales + tips + emoji + licenses
const backOf = ({ refunds, disputes }: Totals) => refunds + disputes

const inkNames = () =>
  ({
    sales: say('Cassets'),
    tips: say('Tips ## money'),
    emoji: say('Emoji'),
    licenses: say('Licenses'),
    back: say('Refunds and disputes'),
  }) as const

function inksOf({ series }: CurrencyStatistics): { ink: Ink; name: string }[] {
  const shown = {
    sales: true,
    tips: series.some(({ tips }) => tips !== 0),
    emoji: series.some(({ emoji }) => emoji !== 0),
    licenses: series.some(({ licenses }) => licenses !== 0),
    back: series.some((part) => backOf(part) !== 0),
  }
  return (['sales', 'tips', 'emoji', 'licenses', 'back'] as const)
    .filter((ink) => shown[ink])
    .map((ink) => ({ ink, name: inkNames()[ink] }))
}

function toldOf(part: TimedPart, currency: string): string {
  const back = backOf(part)
  const inside = [
    say('{gross} gross', { gross: tableSum(grossOf(part), currency) }),
    ...(back === 0 ? [] : [say('{sum} refunded or disputed', { sum: tableSum(back, currency) })]),
  ]
  return `${part.time}: ${inside.join(', ')}`
}

type Entry = readonly [name: string, minor: number]

const entriesOf = (...entries: Entry[]) => entries.filter(([, minor]) => minor !== 0)

function Slip({ figures: { currency, totals, balance, owed, waiting } }: { figures: CurrencyStatistics }) {
  const {
    sales,
    tips,
    emoji,
    licenses,
    prizes,
    exchanged,
    processorFees,
    platformFees,
    vat,
    refunds,
    disputes,
    net,
    payouts,
  } = totals
  const comes = waiting.reduce((left, { amount }) => left - amount, owed)
  const incomes = entriesOf(
    [say('Cassets'), sales],
    [say('Tips ## money'), tips],
    [say('Emoji'), emoji],
    [say('Licenses'), licenses],
  )
  const costs = entriesOf(
    [say('Prizes of drops'), prizes],
    [say('Refunds'), 0 - refunds],
    [say('Disputes'), 0 - disputes],
    [say('Processing fees'), 0 - processorFees],
    [say('Platform fees'), 0 - platformFees],
    [say('VAT'), 0 - vat],
    [exchanged > 0 ? say('From another currency') : say('Into another currency'), exchanged],
  )
  return (
    <dl class="slip-sum">
      {incomes.length > 1 && <Entries entries={incomes} currency={currency} />}
      <Row name={say('Gross')} amount={tableSum(grossOf(totals), currency)} kind="sum" />
      <Entries entries={costs} currency={currency} />
      <Row name={say('You earn')} amount={tableSum(net, currency)} kind="net" />
      <Row name={say('Paid out')} amount={tableSum(payouts, currency)} />
      <Row name={say('Balance')} amount={tableSum(balance, currency)} kind="balance" />
      {comes > 0 && <Row name={say('On its way to you')} amount={tableSum(comes, currency)} />}
      {comes < 0 && <Row name={say('Your next sales pay back')} amount={tableSum(0 - comes, currency)} />}
      {waiting.map(({ waitsFor, amount }) => (
        <Row key={waitsFor} name={waitNames()[waitsFor]} amount={tableSum(amount, currency)} />
      ))}
    </dl>
  )
}

const Entries = ({ entries, currency }: { entries: readonly Entry[]; currency: string }) =>
  entries.map(([name, minor]) => <Row key={name} name={name} amount={tableSum(minor, currency)} kind="part" />)

const Row = ({ name, amount, kind }: { name: string; amount: string; kind?: string }) => (
  <div class={kind}>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
)

function Collects({ statistics: { by, collects } }: { statistics: Statistics }) {
  if (collects.total === 0) return null
  return (
    <figure class="income">
      <figcaption>
        <h3>{boughtBy()[by]}</h3>
        <p class="hand">
          {say('{cassets, plural, one {# casset} other {# cassets}} bought', { cassets: collects.total })}
        </p>
      </figcaption>
      <Plot
        id="collects"
        title={boughtBy()[by]}
        summary={say('{total} in total.', { total: collects.total })}
        label={String}
        least={4}
        bars={collects.series.map((part) => ({
          name: () => shortTime(part, by, collects.series.length),
          told: say('{time}: {bought} bought', { time: longTime(part, by), bought: part.count }),
          parts: [{ ink: 'collects', value: part.count }],
        }))}
      />
    </figure>
  )
}

function House({ figures: { currency, fees, held, waiting, debts, pools } }: { figures: PlatformStatistics }) {
  const state = entriesOf(
    [say('Held for artists'), held],
    ...waiting.map(({ waitsFor, amount }): Entry => [waitNames()[waitsFor], amount]),
    [say('Owed by artists'), debts],
    [say('Prizes of drops'), pools],
  )
  if (fees === 0 && state.length === 0) return null
  return (
    <section class="income" aria-label={say('Platform fees in {currency}', { currency: currencyName(currency) })}>
      <h3>{say('Platform fees')}</h3>
      <dl class="slip-sum">
        <Row name={say('Fees from artists')} amount={tableSum(fees, currency)} kind="net" />
        <Entries entries={state} currency={currency} />
      </dl>
    </section>
  )
}
