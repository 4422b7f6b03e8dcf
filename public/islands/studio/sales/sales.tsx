import { useSignal } from '@preact/signals'
import type { Sale } from '../../../../src/money/sale/model.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { SaleRow } from './sale-row.tsx'

export type SalesProps = { sales: readonly Sale[] }

/** The sales, one per row; on a phone each is a card. */
export default function Sales({ sales }: SalesProps) {
  const shown = useSignal(sales)
  const refunding = useSignal<Sale | null>(null)
  const replace = (changed: Sale) => {
    shown.value = shown.value.map((sale) => (sale.orderId === changed.orderId ? changed : sale))
  }
  return (
    <>
      <table class="sales">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Buyer</th>
            <th scope="col">Date</th>
            <th scope="col" class="amount">
              Amount
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {shown.value.map((sale) => (
            <SaleRow key={sale.orderId} sale={sale} refunding={refunding} />
          ))}
        </tbody>
      </table>
      <RefundDialog refunding={refunding} replace={replace} />
    </>
  )
}
