import type { Ctx } from '../../../context.ts'
import { readReceipt } from '../../../money/receipt/read-receipt.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { uncountedWords } from '../../parts/uncounted-words.ts'
import { ReceiptPage } from './page.tsx'

/** `/receipt/:id`: the receipt of one order, for its payer. */
export const receiptRoute = (ctx: Ctx) =>
  page(ctx, { path: '/receipt/:id', viewer: required }, ({ viewer, params }) => {
    const found = readReceipt(ctx, viewer, params.id)
    const uncounted = uncountedWords(ctx, found.order.mode)
    const description = 'What was paid, to whom, and when.'
    return {
      head: formHead(`Receipt: ${found.receipt.what}`, description, `/receipt/${found.order.id}`),
      main: <ReceiptPage {...found} payer={viewer} host={new URL(ctx.site.origin).host} uncounted={uncounted} />,
    }
  })
