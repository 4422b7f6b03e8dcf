import Print from '../../../../public/islands/receipt/print.tsx'
import type { CreditNote } from '../../../books/receipt/credit-note.ts'
import type { Receipt } from '../../../books/receipt/read-receipt.ts'
import { sellersOf } from '../../../books/receipt/sellers.ts'
import { vatOfOrder } from '../../../books/receipt/vat-of-order.ts'
import { vatTakenBack } from '../../../books/vat/vat-lines.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { rateText } from '../../../lib/money/vat.ts'
import { longMoment } from '../../../lib/time/moment-text.ts'
import { receiptBuyerOf } from '../../../order/paper/receipt-buyer.ts'
import type { ByHolder } from '../../../order/shape.ts'
import { isTestMoney } from '../../../platform/payment/mode.ts'
import { island } from '../../document/island.tsx'
import { EInvoiceWay } from './e-invoice-way.tsx'
import { AddressLines, BuyerLines, Line } from './receipt-line.tsx'

const PrintKey = island('receipt/print', Print)

type Props = {
  ctx: Ctx
  found: Receipt
  note: CreditNote
  /** Counted from 1 among those of the receipt. */
  number: number
  payer: { displayName: string; email: string }
  by: ByHolder
}

/** The paper of one refund, with the seller's and the buyer's block (rule: credit-notes). */
export function CreditNoteSheet({ ctx, found, note, number, payer, by }: Props) {
  const { order, receipt, label, detail } = found
  const { currency } = order
  const money = (amount: number) => sumText({ amount, currency })
  const buyer = receiptBuyerOf(ctx, order.id)
  const vat = vatOfOrder(order)
  const vatMinor = vat === null ? 0 : vatTakenBack(ctx, [`REFUND ${note.refundId}`])
  const sellers = sellersOf(receipt)
  return (
    <main id="main" class="world receipt wrap" data-pattern="soft-grain" tabIndex={-1}>
      <article class="jcard">
        <header>
          <p class="eyebrow">{new URL(ctx.site.origin).host}</p>
          <h1>{say('Credit note')}</h1>
          <p class="mono">{note.number}</p>
          {isTestMoney(order.mode) && <p class="tag">{say('TEST: no real money has moved')}</p>}
          {note.failedAt !== null && <p class="tag">{say('Void: this refund did not go through')}</p>}
        </header>
        <dl>
          <Line name={say('To the receipt ## of a credit note')}>
            <span class="mono">{receipt.number}</span>
          </Line>
          <Line name={label}>{detail}</Line>
          {sellers.length === 0 && <Line name={say('From ## on a receipt: the seller')}>{receipt.sellerName}</Line>}
          {sellers.map(({ part, lines }) => (
            <Line key={part} name={part}>
              <AddressLines lines={lines} />
            </Line>
          ))}
          <Line name={say('For ## on a receipt: the buyer')}>
            {buyer ? <BuyerLines buyer={buyer} /> : <AddressLines lines={[payer.displayName]} />}
          </Line>
          <Line name={say('Date')}>
            <time dateTime={new Date(note.issuedAt).toISOString()}>
              {say('{date} UTC', { date: longMoment(note.issuedAt) })}
            </time>
          </Line>
          <Line name={say('Order ## a purchase, by its number')}>
            <span class="mono">{order.id}</span>
          </Line>
        </dl>
        <dl class="sums">
          <Line name={say('Refunded ## a sum')}>−{money(note.amountMinor)}</Line>
          {vat !== null && (
            <>
              <Line name={say('Of that, net')}>−{money(note.amountMinor - vatMinor)}</Line>
              <Line name={say('VAT {percent} %', { percent: rateText(vat.percent) })}>
                −{money(vatMinor)}
                <small>{vat.country}</small>
              </Line>
            </>
          )}
        </dl>
        {note.failedAt === null && <EInvoiceWay ctx={ctx} order={order} by={by} note={number} />}
        <p class="acts">
          <PrintKey />
          <a class="key" href="?">
            {say('Back to the receipt')}
          </a>
        </p>
      </article>
    </main>
  )
}
