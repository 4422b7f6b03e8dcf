import { readReceipt } from '../../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { page, required } from '../../page.tsx'
import { receiptSheet } from '../../parts/checkout/receipt-sheet.tsx'

/** `/receipt/:id`: the receipt of one order, for its payer. */
export const receiptRoute = (ctx: Ctx) =>
  page(ctx, { path: '/receipt/:id', viewer: required, query: { note: 4 } }, ({ viewer, params, query }) => {
    const found = readReceipt(ctx, viewer, params.id)
    return receiptSheet(ctx, found, {
      path: `/receipt/${found.order.id}`,
      payer: viewer,
      note: query.note,
      ways: (
        <>
          <a class="key" href="/receipts">
            {say('All receipts')}
          </a>
          <a class="key" href="/library">
            {say('Go to your library')}
          </a>
        </>
      ),
    })
  })
