import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { listReceipts, readReceipt } from '../receipt/read-receipt.ts'
import { answerPage } from './answer-page.tsx'
import { ReceiptPage } from './page/receipt/page.tsx'
import { ReceiptsPage } from './page/receipts/page.tsx'
import { toLogin } from './see-other.ts'

const receiptsOnPage = 50

const Turned = t.Object({ cursor: t.Optional(t.String({ maxLength: 200 })) }, { additionalProperties: true })

/** The receipts of what was paid, for whoever paid it. */
export const receiptPages = (ctx: Ctx) =>
  new Elysia({ name: 'receipt-pages' })
    .use(guard(ctx))
    .get(
      '/receipts',
      ({ request, query, viewer }) =>
        viewer ? receiptsPage(ctx, request, viewer, query.cursor) : toLogin('/receipts'),
      { limit: 'read', query: Turned },
    )
    .get(
      '/receipt/:id',
      ({ request, params, viewer }) =>
        viewer ? receiptPage(ctx, request, viewer, params.id) : toLogin(`/receipt/${encodeURIComponent(params.id)}`),
      { limit: 'read', params: t.Object({ id: t.String() }) },
    )

function receiptPage(ctx: Ctx, request: Request, viewer: Viewer, id: string): Response {
  const found = readReceipt(ctx, viewer, id)
  return answerPage(ctx, request, viewer, {
    head: {
      title: `Receipt: ${found.receipt.what} · Tapedeck`,
      description: 'What was paid, to whom, and when.',
      path: `/receipt/${found.order.id}`,
      sheet: 'counter',
      isHidden: true,
    },
    main: <ReceiptPage {...found} payer={viewer} host={new URL(ctx.site.origin).host} />,
  })
}

function receiptsPage(ctx: Ctx, request: Request, viewer: Viewer, cursor: string | undefined): Response {
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Your receipts · Tapedeck',
      description: 'Everything you paid for here.',
      path: '/receipts',
      sheet: 'counter',
      isHidden: true,
    },
    main: <ReceiptsPage {...listReceipts(ctx, viewer, receiptsOnPage, cursor)} isTurned={cursor !== undefined} />,
  })
}
