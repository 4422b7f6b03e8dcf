import Print from '../../../../public/islands/receipt/print.tsx'
import type { TaxDetails } from '../../../books/tax/model.ts'
import { recordedSeller } from '../../../books/tax/site-seller.ts'
import { quarterBeside, quarterOf, quarterText, readQuarter } from '../../../books/vat/quarter.ts'
import { readSummary, type Scope, type Summary, type SummaryLine } from '../../../books/vat/summary.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { rateText } from '../../../lib/money/vat.ts'
import { monthAt } from '../../../lib/time/month.ts'
import { isTestMoney } from '../../../platform/payment/mode.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { FigureTable } from '../../parts/studio/figure-table.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/vat/summary`: the VAT of a quarter, for the owner of the instance. */
export const deskVatSummaryRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/desk/vat/summary', viewer: deskOnly('money'), query: { quarter: 10 } },
    ({ viewer, query: { quarter: asked } }) => {
      const quarter = asked === undefined ? quarterOf(monthAt(ctx.now())) : readQuarter(asked)
      const look = ownLook(ctx, viewer)
      const title = titleOf(quarter)
      return {
        head: studioHead(ctx, look, { title, description: say('Net, rate and VAT by country.'), path: '/desk/vat' }),
        main: (
          <SummaryPage
            look={look}
            summary={readSummary(ctx, quarter)}
            seller={recordedSeller(ctx) ?? null}
            isTest={isTestMoney(ctx.config.paymentMode)}
          />
        ),
      }
    },
  )

const PrintKey = island('receipt/print', Print)

type Quarter = Summary['quarter']

function titleOf({ year, nth }: Quarter): string {
  const of = { year: String(year) }
  if (nth === 1) return say('VAT of the first quarter of {year}', of)
  if (nth === 2) return say('VAT of the second quarter of {year}', of)
  return nth === 3 ? say('VAT of the third quarter of {year}', of) : say('VAT of the fourth quarter of {year}', of)
}

function correctedOf({ year, nth }: Quarter): string {
  const of = { year: String(year) }
  if (nth === 1) return say('Of the first quarter of {year}', of)
  if (nth === 2) return say('Of the second quarter of {year}', of)
  return nth === 3 ? say('Of the third quarter of {year}', of) : say('Of the fourth quarter of {year}', of)
}

const scopes = (): readonly (readonly [Scope, title: string, text: string])[] => [
  ['oss', say('For the OSS return'), say('Sales to buyers in other countries of the European Union.')],
  ['home', say('At home'), say('Sales in your own country: they go into your return there, not into that of the OSS.')],
  ['outside', say('Elsewhere ## outside of the European Union'), say('Sales to buyers outside of the European Union.')],
]

type SummaryPageProps = { look: Look; summary: Summary; seller: TaxDetails | null; isTest: boolean }

const SummaryPage = ({ look, summary, seller, isTest }: SummaryPageProps) => {
  const { quarter, isOver, supplies, corrections } = summary
  const shown = scopes().filter(([scope]) => supplies.some((line) => line.scope === scope))
  return (
    <StudioLayout here="/desk/vat" texture={look.texture} theme={look.theme}>
      <article class="jcard stored-card desk sheet">
        <header>
          <h1>{titleOf(quarter)}</h1>
          {seller?.legalName && (
            <p dir="auto">
              {seller.legalName} {seller.taxId !== null && <span class="mono">{seller.taxId}</span>}
            </p>
          )}
          {isTest && <p class="tag">{say('TEST: no real money has moved')}</p>}
          <p>
            {isOver
              ? say(
                  'A payment that becomes known later still counts in this quarter: keep the file of what you have declared.',
                )
              : say('This quarter is not over.')}
          </p>
          <p>{say('Refunds and disputes are taken off the sales of their quarter; days are those of UTC.')}</p>
        </header>
        {shown.map(([scope, title, text]) => (
          <section key={scope} aria-labelledby={`vat-${scope}`}>
            <h2 id={`vat-${scope}`}>{title}</h2>
            <p>{text}</p>
            <Lines name={say('{title}: sales', { title })} lines={supplies.filter((line) => line.scope === scope)} />
          </section>
        ))}
        {supplies.length === 0 && <p class="empty">{say('Nothing with VAT was sold in this quarter.')}</p>}
        {corrections.length > 0 && (
          <section aria-labelledby="vat-corrections">
            <h2 id="vat-corrections">{say('Corrections of earlier quarters')}</h2>
            <p>{say('What went back in this quarter of sales of an earlier one, which you have declared there.')}</p>
            {[...new Set(corrections.map((line) => line.quarter))].map((of) => (
              <div key={of}>
                <h3>{correctedOf(readQuarter(of))}</h3>
                <Lines name={correctedOf(readQuarter(of))} lines={corrections.filter((line) => line.quarter === of)} />
              </div>
            ))}
          </section>
        )}
        <p class="hint">
          {say(
            'Amounts are in the currency that was paid. An OSS return wants euro, at the rate of the European Central Bank on the last day of the quarter: converting is left to whoever keeps your books. The file of the whole ledger has the evidence for each buyer’s country.',
          )}
        </p>
        <p class="acts">
          <PrintKey />
          <a class="key" href={`/api/desk/vat/summary.csv?quarter=${quarterText(quarter)}`} download="">
            {say('Download CSV')}
          </a>
          <QuarterLink quarter={quarterBeside(quarter, -1)} label={say('Quarter before')} />
          {isOver && <QuarterLink quarter={quarterBeside(quarter, 1)} label={say('Quarter after')} />}
        </p>
      </article>
    </StudioLayout>
  )
}

const QuarterLink = ({ quarter, label }: { quarter: Quarter; label: string }) => (
  <a class="key" href={`/desk/vat/summary?quarter=${quarterText(quarter)}`}>
    {label}
  </a>
)

const Lines = ({ lines, name }: { lines: readonly SummaryLine[]; name: string }) => (
  <FigureTable label={name} sectionClass="sheet-table">
    <thead>
      <tr>
        <th scope="col">{say('Country')}</th>
        <th scope="col">{say('Rate')}</th>
        <th scope="col">{say('Gross')}</th>
        <th scope="col">{say('Net')}</th>
        <th scope="col">{say('VAT ## a column of figures')}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ country, name, percent, currency, grossMinor, vatMinor }) => (
        <tr key={`${country} ${percent} ${currency}`}>
          <th scope="row">{name}</th>
          <td>{rateText(percent)} %</td>
          <td>{sumText({ amount: grossMinor, currency })}</td>
          <td>{sumText({ amount: grossMinor - vatMinor, currency })}</td>
          <td>{sumText({ amount: vatMinor, currency })}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      {totalsOf(lines).map(({ currency, grossMinor, vatMinor }) => (
        <tr key={currency}>
          <th scope="row">{say('Total')}</th>
          <td />
          <td>{sumText({ amount: grossMinor, currency })}</td>
          <td>{sumText({ amount: grossMinor - vatMinor, currency })}</td>
          <td>{sumText({ amount: vatMinor, currency })}</td>
        </tr>
      ))}
    </tfoot>
  </FigureTable>
)

function totalsOf(lines: readonly SummaryLine[]) {
  const totals = new Map<string, { currency: string; grossMinor: number; vatMinor: number }>()
  for (const { currency, grossMinor, vatMinor } of lines) {
    const known = totals.get(currency) ?? { currency, grossMinor: 0, vatMinor: 0 }
    const sum = { grossMinor: known.grossMinor + grossMinor, vatMinor: known.vatMinor + vatMinor }
    totals.set(currency, { currency, ...sum })
  }
  return [...totals.values()]
}
