import Print from '../../../../../public/islands/receipt/print.tsx'
import { Day } from '../../../../../public/lib/day.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../../context.ts'
import { type Part, partNames, partOf } from '../../../../earnings/statement/part-of.ts'
import { ownStatement, type Statement, type StatementSums } from '../../../../earnings/statement/statement.ts'
import { correctionsOf } from '../../../../earnings/statement/to-statement.ts'
import { say } from '../../../../lib/language/say.ts'
import { sumText } from '../../../../lib/money/money.ts'
import { waitNames } from '../../../../lib/payment/waits-for.ts'
import { monthName } from '../../../../lib/time/month.ts'
import { isTestMoney } from '../../../../platform/payment/mode.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'

/**
 * `/studio/statements/:id`: one monthly statement, to print, for its artist and the owner of the
 * instance.
 */
export const studioStatementRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/statements/:id', viewer: required }, ({ viewer, params }) => {
    const statement = ownStatement(ctx, viewer, params.id)
    const look = ownLook(ctx, viewer)
    const here = statement.artistId === viewer.artistId ? '/studio/statements' : '/desk/statements'
    const description = say('Sales of a month, what they cost, and what was sent.')
    return {
      head: studioHead(ctx, look, {
        title: say('Statement {number}', { number: statement.number }),
        description,
        path: here,
      }),
      main: <StatementPage look={look} statement={statement} here={here} />,
    }
  })

const PrintKey = island('receipt/print', Print)

type StatementPageProps = { look: Look; statement: Statement; here: '/studio/statements' | '/desk/statements' }

const StatementPage = ({ look, statement, here }: StatementPageProps) => {
  const { id, number, month, mode, issuedAt, isSelfBilled, currencies } = statement
  return (
    <StudioLayout here={here} texture={look.texture} theme={look.theme}>
      <article class="jcard stored-card desk sheet">
        <header>
          <p class="eyebrow">{monthName(month)}</p>
          <h1>{say('Statement')}</h1>
          <p class="mono">{number}</p>
          {isTestMoney(mode) && <p class="tag">{say('TEST: no real money has moved')}</p>}
        </header>
        <Parties statement={statement} />
        {isSelfBilled && (
          <p class="hint">
            {say(
              'Drawn up by the customer, as the supplier agreed. An invoice is written from it: this has neither the rate and the amount of the supplier’s own VAT nor the reason why there is none. VAT kept back is that of the buyers.',
            )}
          </p>
        )}
        {currencies.map((sums) => (
          <Sums key={sums.currency} sums={sums} month={month} />
        ))}
        <p class="hint">
          {inParts(
            say(
              'Issued on <day></day> for {month}, whose days are those of UTC. It never changes: what comes later is on the next one.',
              { month: monthName(month) },
            ),
            { day: () => <Day iso={new Date(issuedAt).toISOString()} /> },
          )}
        </p>
        <p class="acts">
          <PrintKey />
          <a class="key" href={`/api/studio/statements/${id}/csv`} download="">
            {say('Download CSV')}
          </a>
          <a class="key" href={here}>
            {say('All statements')}
          </a>
        </p>
      </article>
    </StudioLayout>
  )
}

function Parties({ statement }: { statement: Statement }) {
  const { isSelfBilled, artistName, artistHandle, artistAddress, artistTaxId } = statement
  const { ownerName, ownerAddress, ownerTaxId } = statement
  return (
    <dl class="parties">
      <div>
        <dt>{isSelfBilled ? say('Supplier') : say('For')}</dt>
        <dd dir="auto">
          {artistName} <span class="mono">@{artistHandle}</span>
          <Details address={artistAddress} taxId={artistTaxId} />
        </dd>
      </div>
      {ownerName !== null && (
        <div>
          <dt>{isSelfBilled ? say('Customer, who issues it') : say('From')}</dt>
          <dd dir="auto">
            {ownerName}
            <Details address={ownerAddress} taxId={ownerTaxId} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const Details = ({ address, taxId }: { address: string | null; taxId: string | null }) => (
  <>
    {address?.split('\n').map((line) => (
      <span key={line} class="line">
        {line}
      </span>
    ))}
    {taxId !== null && <span class="line">{say('Tax ID {taxId}', { taxId })}</span>}
  </>
)

const costs: readonly Part[] = ['back', 'processing', 'platform', 'vat', 'other']

function Sums({ sums, month }: { sums: StatementSums; month: number }) {
  const { currency, openingMinor, closingMinor, netMinor, lines, waiting } = sums
  const money = (amount: number) => sumText({ amount, currency })
  const corrections = correctionsOf(sums)
  const ofMonth = (part: Part, isCorrection: boolean) =>
    lines
      .filter((line) => partOf(line.heading) === part && line.isCorrection === isCorrection)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const shown = (['gross', ...costs] as const).filter((part) => ofMonth(part, false) !== 0 || part === 'gross')
  const corrected = (['gross', ...costs] as const).filter((part) => ofMonth(part, true) !== 0)
  return (
    <section aria-label={say('In {currency}', { currency: currency.toUpperCase() })}>
      <div class="sheet-table">
        <table class="figure-table">
          <tbody>
            <Row
              name={say('Owed at the beginning of {month}', { month: monthName(month) })}
              amount={money(openingMinor)}
            />
            {shown.map((part) => (
              <Row key={part} name={partNames()[part]} amount={money(ofMonth(part, false))} />
            ))}
            {corrected.map((part) => (
              <Row
                key={part}
                name={say('Correction of earlier months: {part}', { part: partNames()[part] })}
                amount={money(ofMonth(part, true))}
              />
            ))}
            {corrected.length > 0 && <Row name={say('Corrections together')} amount={money(corrections)} />}
            <Row name={say('Net of the month')} amount={money(netMinor)} isSum />
            <Row name={partNames().transfers} amount={money(sums.transfers)} />
          </tbody>
          <tfoot>
            <Row name={say('Owed at the end of {month}', { month: monthName(month) })} amount={money(closingMinor)} />
            {waiting.map(({ waitsFor, amountMinor }) => (
              <Row key={waitsFor} name={waitNames()[waitsFor]} amount={money(amountMinor)} />
            ))}
          </tfoot>
        </table>
      </div>
    </section>
  )
}

const Row = ({ name, amount, isSum = false }: { name: string; amount: string; isSum?: boolean }) => (
  <tr class={isSum ? 'sum' : undefined}>
    <th scope="row">{name}</th>
    <td>{amount}</td>
  </tr>
)
