import { type Signal, useSignal } from '@preact/signals'
import { priceTag } from '../../../../src/lib/money.ts'
import type { Sale } from '../../../../src/money/sale/model.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { redraw } from '../../../lib/redraw.ts'
import { SlipDialog } from '../../../lib/slip-dialog.tsx'
import { RefundForm } from './refund-form.tsx'
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

type RefundDialogProps = { refunding: Signal<Sale | null>; replace: (sale: Sale) => void }

/** Asks before a refund, and names its other effects. */
function RefundDialog({ refunding, replace }: RefundDialogProps) {
  const close = () => {
    refunding.value = null
  }
  const done = (changed: Sale) => {
    const back = changed.refundedAmount - (refunding.value?.refundedAmount ?? 0)
    replace(changed)
    close()
    announce(`Refunded ${priceTag({ amount: back, currency: changed.currency })} to ${changed.buyer.displayName}.`)
    focusOn('#sales')
    void redraw('.figures')
  }
  return (
    <SlipDialog about={refunding} title={({ buyer }) => `Refund ${buyer.displayName}?`}>
      {(sale) => (
        <>
          <p>
            <b dir="auto">{sale.buyer.displayName}</b> paid {priceTag(sale)} for <b dir="auto">{sale.shown.name}</b>.
            The refund goes back to their card, which takes their bank about a week. {sale.shown.refundWarning} The
            processing fee may not come back.
          </p>
          <RefundForm sale={sale} close={close} done={done} />
        </>
      )}
    </SlipDialog>
  )
}
