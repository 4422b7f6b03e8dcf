import { Type as t } from '@sinclair/typebox'
import { emit } from '../event/event.ts'
import { resourceMissing } from '../request/api-error.ts'
import { listPage } from '../request/list-page.ts'
import { listRoute } from '../request/list-route.ts'
import { Metadata, withChanges } from '../request/metadata.ts'
import { Expand, Paging, strictObject } from '../request/read-params.ts'
import { type ApiRequest, route } from '../route.ts'
import { reverseTransfer } from './reversal.ts'
import { createTransfer, retrieveTransfer } from './transfer.ts'

function retrieveReversal(request: ApiRequest, id: string, transferId: string) {
  const reversal = request.store.transfer_reversal.get(id)
  if (reversal?.transfer !== transferId) throw resourceMissing('transfer reversal', id)
  return reversal
}

export const transferRoutes = [
  route(
    'POST',
    '/v1/transfers',
    strictObject({
      amount: t.Integer({ minimum: 1 }),
      currency: t.String({ pattern: '^[a-z]{3}$' }),
      destination: t.String(),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      source_transaction: t.Optional(t.String()),
      source_type: t.Optional(t.Literal('card')),
      transfer_group: t.Optional(t.String()),
      ...Expand,
    }),
    (ctx, { expand: _, source_type: __, ...params }) => createTransfer(ctx, params),
  ),
  route('GET', '/v1/transfers/:id', strictObject(Expand), (ctx, _, id) => retrieveTransfer(ctx, id)),
  route(
    'POST',
    '/v1/transfers/:id',
    strictObject({ description: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }),
    (ctx, params, id) => {
      const before = retrieveTransfer(ctx, id)
      const transfer = ctx.store.transfer.put({
        ...before,
        description: params.description ?? before.description,
        metadata: withChanges(before.metadata, params.metadata),
      })
      emit(ctx, 'transfer.updated', transfer)
      return transfer
    },
  ),
  listRoute('/v1/transfers', ['destination', 'transfer_group'], (request) => request.store.transfer),
  route(
    'POST',
    '/v1/transfers/:id/reversals',
    strictObject({ amount: t.Optional(t.Integer({ minimum: 1 })), metadata: t.Optional(Metadata), ...Expand }),
    (ctx, { expand: _, ...params }, id) => reverseTransfer(ctx, id, params),
  ),
  route('GET', '/v1/transfers/:id/reversals/:reversal', strictObject(Expand), (request, _, id) =>
    retrieveReversal(request, request.pathParams[1] ?? '', id),
  ),
  route('GET', '/v1/transfers/:id/reversals', strictObject(Paging), (request, params, id) => {
    return listPage(request.path, request.store.transfer_reversal, params, { transfer: id })
  }),
]
