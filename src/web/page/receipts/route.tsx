import type { Ctx } from '../../../context.ts'
import { listReceipts } from '../../../money/receipt/read-receipt.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { ReceiptsPage } from './page.tsx'

const receiptsOnPage = 50

/** `/receipts`: the viewer's receipts. */
export const receiptsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/receipts', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead('Your receipts', 'Everything you paid for here.', '/receipts'),
    main: (
      <ReceiptsPage
        {...listReceipts(ctx, viewer, receiptsOnPage, cursor)}
        isTurned={cursor !== undefined}
        presentMode={ctx.config.paymentMode}
      />
    ),
  }))
