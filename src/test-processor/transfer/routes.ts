import { Type as t } from '@sinclair/typebox'
import { emit } from '../event.ts'
import { noSuch } from '../fault.ts'
import { isWithin, listPage } from '../list-page.ts'
import { Created, Expand, Metadata, only, Paging } from '../read-params.ts'
import { type Call, route } from '../route.ts'
import { reverseTransfer } from './reversal.ts'
import { createTransfer, transferOf } from './transfer.ts'

function reversalOf(call: Call, id: string, transferId: string) {
  const reversal = call.book.transfer_reversal.get(id)
  if (reversal?.transfer !== transferId) throw noSuch('transfer reversal', id)
  return reversal
}

/** Transfers to connected accounts and their reversals. */
export const transferRoutes = [
  route(
    'POST',
    '/v1/transfers',
    only({
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
    (desk, { expand: _, source_type: __, ...asked }) => createTransfer(desk, asked),
  ),
  route('GET', '/v1/transfers/:id', only(Expand), (desk, _, id) => transferOf(desk, id)),
  route(
    'POST',
    '/v1/transfers/:id',
    only({ description: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }),
    (desk, asked, id) => {
      const before = transferOf(desk, id)
      const transfer = desk.book.transfer.put({
        ...before,
        description: asked.description ?? before.description,
        metadata: { ...before.metadata, ...asked.metadata },
      })
      emit(desk, 'transfer.updated', transfer)
      return transfer
    },
  ),
  route(
    'GET',
    '/v1/transfers',
    only({ destination: t.Optional(t.String()), transfer_group: t.Optional(t.String()), created: Created, ...Paging }),
    (call, params) => {
      const rows = call.book.transfer
        .newestFirst()
        .filter(
          (row) =>
            (params.destination === undefined || row.destination === params.destination) &&
            (params.transfer_group === undefined || row.transfer_group === params.transfer_group) &&
            isWithin(row.created, params.created),
        )
      return listPage(call.path, rows, params)
    },
  ),
  route(
    'POST',
    '/v1/transfers/:id/reversals',
    only({ amount: t.Optional(t.Integer({ minimum: 1 })), metadata: t.Optional(Metadata), ...Expand }),
    (desk, { expand: _, ...asked }, id) => reverseTransfer(desk, id, asked),
  ),
  route('GET', '/v1/transfers/:id/reversals/:reversal', only(Expand), (call, _, id) =>
    reversalOf(call, call.at[1] ?? '', id),
  ),
  route('GET', '/v1/transfers/:id/reversals', only(Paging), (call, params, id) => {
    const rows = call.book.transfer_reversal.newestFirst().filter((row) => row.transfer === id)
    return listPage(call.path, rows, params)
  }),
  route('GET', '/v1/application_fees/:id', only(Expand), (desk, _, id) => {
    const fee = desk.book.application_fee.get(id)
    if (!fee) throw noSuch('application fee', id)
    return fee
  }),
  route('GET', '/v1/application_fees/:id/refunds', only(Paging), (call, params, id) => {
    const rows = call.book.fee_refund.newestFirst().filter((row) => row.fee === id)
    return listPage(call.path, rows, params)
  }),
  route(
    'GET',
    '/v1/application_fees',
    only({ charge: t.Optional(t.String()), created: Created, ...Paging }),
    (call, params) => {
      const rows = call.book.application_fee
        .newestFirst()
        .filter(
          (row) =>
            (params.charge === undefined || row.charge === params.charge) && isWithin(row.created, params.created),
        )
      return listPage(call.path, rows, params)
    },
  ),
]
