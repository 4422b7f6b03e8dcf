import type { ComponentChildren } from 'preact'
import { type Receipt, readReceipt } from '../../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { page, required } from '../../page.tsx'
import { GiveBack, returnableOf } from '../../parts/checkout/give-back.tsx'
import { ReceiptSheet } from '../../parts/checkout/receipt-sheet.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { uncountedText } from '../../parts/uncounted-text.ts'

/** `/receipt/:id`: the receipt of one order, for its payer. */
export const receiptRoute = (ctx: Ctx) =>
  page(ctx, { path: '/receipt/:id', viewer: required }, ({ viewer, params }) => {
    const found = readReceipt(ctx, viewer, params.id)
    const uncounted = uncountedText(ctx, found.order.mode)
    const description = say('What was paid, to whom, and when.')
    return {
      head: formHead(say('Receipt: {what}', { what: found.receipt.what }), description, `/receipt/${found.order.id}`),
      main: (
        <ReceiptPage
          {...found}
          payer={viewer}
          host={new URL(ctx.site.origin).host}
          uncounted={uncounted}
          giveBack={<GiveBack orderId={found.order.id} returnable={returnableOf(ctx, found.order)} />}
        />
      ),
    }
  })

/** `uncounted`: why the payment does not count now. */
type ReceiptPageProps = Receipt & {
  payer: Viewer
  host: string
  uncounted: string | null
  giveBack: ComponentChildren
}

const ReceiptPage = (props: ReceiptPageProps) => (
  <ReceiptSheet {...props}>
    <a class="key" href="/receipts">
      {say('All receipts')}
    </a>
    <a class="key" href="/library">
      {say('Go to your library')}
    </a>
  </ReceiptSheet>
)
