import type { ComponentChildren } from 'preact'
import Company from '../../../../public/islands/receipt/company.tsx'
import Print from '../../../../public/islands/receipt/print.tsx'
import { cardName } from '../../../books/receipt/card-name.ts'
import { creditNotesOf } from '../../../books/receipt/credit-note.ts'
import type { Receipt } from '../../../books/receipt/read-receipt.ts'
import { sellersOf } from '../../../books/receipt/sellers.ts'
import { vatOfOrder } from '../../../books/receipt/vat-of-order.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { rateText } from '../../../lib/money/vat.ts'
import { buyerCountry } from '../../../lib/payment/buyer-country.ts'
import { countryName } from '../../../lib/payment/country.ts'
import { receiptText } from '../../../lib/payment/withdrawal-text.ts'
import { longMoment } from '../../../lib/time/moment-text.ts'
import { goodsOf } from '../../../order/goods.ts'
import { receiptBuyerOf } from '../../../order/paper/receipt-buyer.ts'
import type { ByHolder } from '../../../order/shape.ts'
import { isTestMoney } from '../../../platform/payment/mode.ts'
import { island } from '../../document/island.tsx'
import { formHead } from '../sign-up/form-layout.tsx'
import { uncountedText } from '../uncounted-text.ts'
import { CreditNoteSheet } from './credit-note-sheet.tsx'
import { EInvoiceWay } from './e-invoice-way.tsx'
import { GiveBack, returnableOf } from './give-back.tsx'
import { AddressLines, BuyerLines, Line } from './receipt-line.tsx'

const PrintKey = island('receipt/print', Print)
const CompanyForm = island('receipt/company', Company)

type ReceiptSheet = {
  /** The address of the page, as others are told it. */
  path: string
  /** The payer: a name, or a guest, of whom at most an email address is known. */
  payer: { displayName: string; email: string }
  by?: ByHolder
  /** The keys that lead elsewhere. */
  ways: ComponentChildren
  /** The credit note to show instead, counted from 1. */
  note?: string | undefined
}

/** Returns the page with the receipt of an order, of an account or a guest. */
export function receiptSheet(ctx: Ctx, found: Receipt, sheet: ReceiptSheet) {
  const note = sheet.note === undefined ? undefined : creditNotesOf(ctx, found.order.id)[Number(sheet.note) - 1]
  if (sheet.note !== undefined && !note) throw notFound('receipt')
  return {
    head: formHead(
      note
        ? say('Credit note: {what}', { what: found.receipt.what })
        : say('Receipt: {what}', { what: found.receipt.what }),
      say('What was paid, to whom, and when.'),
      sheet.path,
    ),
    main: note ? (
      <CreditNoteSheet
        ctx={ctx}
        found={found}
        note={note}
        number={Number(sheet.note)}
        payer={sheet.payer}
        by={sheet.by ?? {}}
      />
    ) : (
      <Sheet ctx={ctx} {...found} {...sheet} />
    ),
  }
}

function Sheet({ ctx, by = {}, payer, ways, ...found }: Receipt & ReceiptSheet & { ctx: Ctx }) {
  const { order, receipt, label, detail, refundedMinor, disputedMinor } = found
  const { currency, amountMinor } = order
  const money = (amount: number) => sumText({ amount, currency })
  const paidAt = new Date(order.paidAt ?? receipt.issuedAt)
  const card = cardName(receipt)
  const tag = uncountedText(ctx, order.mode) ?? (isTestMoney(order.mode) ? say('TEST: no real money has moved') : null)
  const taken = refundedMinor + disputedMinor
  const country = buyerCountry(order)
  const vat = vatOfOrder(order)
  const buyer = receiptBuyerOf(ctx, order.id)
  const withdrawal = receiptText(order, goodsOf(ctx)[order.kind].delivery)
  return (
    <main id="main" class="world receipt wrap" data-pattern="soft-grain" tabIndex={-1}>
      <article class="jcard">
        <header>
          <p class="eyebrow">{new URL(ctx.site.origin).host}</p>
          <h1>{say('Receipt')}</h1>
          <p class="mono">{receipt.number}</p>
          {tag !== null && <p class="tag">{tag}</p>}
        </header>
        <dl>
          <Line name={label}>{detail}</Line>
          <Line name={say('From ## on a receipt: the seller')}>
            {receipt.sellerName} <span class="mono">@{receipt.sellerHandle}</span>
          </Line>
          {sellersOf(receipt).map(({ part, lines }) => (
            <Line key={part} name={part}>
              <AddressLines lines={lines} />
            </Line>
          ))}
          <Line name={say('For ## on a receipt: the buyer')}>
            {buyer && <BuyerLines buyer={buyer} />}
            {payer.displayName} <span class="mono">{payer.email}</span>
            {country !== null && <span class="address">{countryName(country)}</span>}
          </Line>
          <Line name={say('Date')}>
            <time dateTime={paidAt.toISOString()}>{say('{date} UTC', { date: longMoment(paidAt) })}</time>
          </Line>
          {card !== null && <Line name={say('Paid with ## a card')}>{card}</Line>}
          <Line name={say('Order ## a purchase, by its number')}>
            <span class="mono">{order.id}</span>
          </Line>
        </dl>
        <dl class="sums">
          <Line name={say('Paid ## a sum')}>
            {money(amountMinor)}
            {order.discountCode !== null && <small>{say('with the code {code}', { code: order.discountCode })}</small>}
            {receipt.priceNote !== null && <small>{receipt.priceNote}</small>}
          </Line>
          {vat !== null && (
            <>
              <Line name={say('Of that, net')}>{money(amountMinor - vat.minor)}</Line>
              <Line name={say('VAT {percent} %', { percent: rateText(vat.percent) })}>
                {money(vat.minor)}
                <small>{vat.country}</small>
              </Line>
            </>
          )}
          {refundedMinor > 0 && <Line name={say('Refunded ## a sum')}>−{money(refundedMinor)}</Line>}
          {creditNotesOf(ctx, order.id).map((note, index) => (
            <Line key={note.number} name={say('Credit note')}>
              <a class="mono" href={`?note=${index + 1}`}>
                {note.number}
              </a>
            </Line>
          ))}
          {disputedMinor > 0 && <Line name={say('Charged back ## a sum')}>−{money(disputedMinor)}</Line>}
          {taken > 0 && (
            <Line name={say('Remaining ## a sum')}>
              {money(amountMinor - taken)}
              {vat !== null && (
                <small>{say('with VAT of {sum}', { sum: money(vat.within(amountMinor - taken)) })}</small>
              )}
            </Line>
          )}
        </dl>
        {receipt.taxNote !== null && (
          <p class="fine-print" dir="auto">
            {receipt.taxNote}
          </p>
        )}
        {withdrawal !== null && <p class="fine-print">{withdrawal}</p>}
        <GiveBack orderId={order.id} by={by} returnable={returnableOf(ctx, order)} />
        <CompanyForm orderId={order.id} by={by} buyer={buyer} />
        <EInvoiceWay ctx={ctx} order={order} by={by} note={null} />
        <p class="acts">
          <PrintKey />
          {ways}
        </p>
      </article>
    </main>
  )
}
