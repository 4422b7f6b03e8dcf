import { type Signal, useSignal } from '@preact/signals'
import type { Sale } from '../../../../src/earnings/sale/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { priceTag } from '../../../../src/lib/money/money.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { redraw } from '../../../lib/redraw.ts'
import { SlipDialog } from '../../../lib/slip-dialog.tsx'
import { RefundForm } from './refund-form.tsx'
import { SaleRow } from './sale-row.tsx'

export type SalesProps = { sales: readonly Sale[] }

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
            <th scope="col">{say('Item')}</th>
            <th scope="col">{say('Buyer')}</th>
            <th scope="col">{say('Date')}</th>
            <th scope="col" class="amount">
              {say('Amount')}
            </th>
            <th scope="col">{say('Status')}</th>
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

function RefundDialog({ refunding, replace }: RefundDialogProps) {
  const close = () => {
    refunding.value = null
  }
  const done = (changed: Sale) => {
    const back = changed.refundedAmount - (refunding.value?.refundedAmount ?? 0)
    replace(changed)
    close()
    announce(
      say('Refunded {sum} to {name}.', {
        sum: priceTag({ amount: back, currency: changed.currency }),
        name: changed.buyer.displayName,
      }),
    )
    focusOn('#sales')
    void redraw('.figures')
  }
  return (
    <SlipDialog about={refunding} title={({ buyer }) => say('Refund {name}?', { name: buyer.displayName })}>
      {(sale) => (
        <>
          <p>
            {inParts(
              say(
                '<b>{name}</b> paid {sum} for <b2>{what}</b2>. The refund goes back to their card, which takes their bank about a week. {effect} The processing fee may not come back.',
                {
                  name: sale.buyer.displayName,
                  sum: priceTag(sale),
                  what: sale.shown.name,
                  effect: sale.shown.refundWarning,
                },
              ),
              { b: (text) => <b dir="auto">{text}</b>, b2: (text) => <b dir="auto">{text}</b> },
            )}
          </p>
          <RefundForm sale={sale} close={close} done={done} />
        </>
      )}
    </SlipDialog>
  )
}
