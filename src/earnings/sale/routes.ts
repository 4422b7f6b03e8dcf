import { sellerById } from '../../books/seller/list-sellers.ts'
import type { Ctx } from '../../context.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import * as shape from './model.ts'
import { listSales } from './read-sales.ts'
import { refundSale } from './refund-sale.ts'

/** An artist's sales and refunds; the owner of the instance has everybody's. */
export const sale = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/sales', ({ author, query }) => listSales(ctx, author, limitOf(query), query.cursor), {
      operation: 'listSales',
      summary: 'List your sales',
      session: true,
      query: ListQuery,
      response: { 200: shape.Sales },
    })
    .get(
      '/api/admin/sellers/:id/sales',
      ({ params, query }) => {
        const { id: artistId } = sellerById(ctx, params.id)
        return listSales(ctx, { artistId, role: 'owner' }, limitOf(query), query.cursor)
      },
      {
        operation: 'listSalesOfSeller',
        summary: 'List the sales of a seller',
        session: true,
        desk: 'money',
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        query: ListQuery,
        response: { 200: shape.Sales },
      },
    )
    .post(
      '/api/studio/sales/:orderId/refund',
      async ({ author, params, body, request, server }) => {
        const address = addressOf(ctx, request, server)
        return { sale: await refundSale(ctx, author, params.orderId, body, address) }
      },
      {
        operation: 'refundSale',
        summary: 'Refund a sale',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewRefund,
        response: { 200: shape.RefundedSale },
      },
    )
