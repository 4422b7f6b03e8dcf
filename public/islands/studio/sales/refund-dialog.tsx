import type { Signal } from '@preact/signals'
import { priceTag } from '../../../../src/lib/money.ts'
import type { Sale } from '../../../../src/sale/model.ts'
import { announce } from '../../../lib/announce.ts'
import { redraw } from '../../../lib/redraw.ts'
import { SlipDialog } from '../slip-dialog.tsx'
import { nameOf } from './name-of.ts'
import { RefundForm } from './refund-form.tsx'

type RefundDialogProps = { refunding: Signal<Sale | null>; replace: (sale: Sale) => void }

/** Asks before money is given back, and says what goes with it. */
export function RefundDialog({ refunding, replace }: RefundDialogProps) {
  const close = () => {
    refunding.value = null
  }
  const done = (changed: Sale) => {
    const back = changed.refundedAmount - (refunding.value?.refundedAmount ?? 0)
    replace(changed)
    close()
    announce(`${priceTag({ amount: back, currency: changed.currency })} goes back to ${changed.buyer.displayName}.`)
    document.querySelector<HTMLElement>('#sales')?.focus()
    void redraw('.figures')
  }
  return (
    <SlipDialog about={refunding} title={() => 'Give the money back?'}>
      {(sale) => (
        <>
          <p>
            <b dir="auto">{sale.buyer.displayName}</b> paid {priceTag(sale)} for <b dir="auto">{nameOf(sale)}</b>. It
            goes back to the card it came from, which takes their bank about a week. {lossOf(sale)} What the processor
            took for the sale may stay lost.
          </p>
          <RefundForm key={sale.orderId} sale={sale} close={close} done={done} />
        </>
      )}
    </SlipDialog>
  )
}

function lossOf({ kind }: Sale): string {
  if (kind === 'tip') return 'Once all of it is back, the tip counts no more.'
  if (kind === 'emoji') return 'Once all of it is back, they lose the emoji.'
  return 'Once all of it is back, they lose the tape; with a part of it they keep it.'
}
