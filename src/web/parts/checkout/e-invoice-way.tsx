import EInvoice from '../../../../public/islands/receipt/e-invoice.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Order } from '../../../order/order.ts'
import { eInvoiceOf } from '../../../order/paper/e-invoice/e-invoice-of.ts'
import type { ByHolder } from '../../../order/shape.ts'
import { island } from '../../document/island.tsx'

const EInvoiceKey = island('receipt/e-invoice', EInvoice)

type Props = { ctx: Ctx; order: Order; by: ByHolder; note: number | null }

/** The key to the e-invoice of a receipt, or of its credit note `note`, where a company bought. */
export function EInvoiceWay({ ctx, order, by, note }: Props) {
  const found = eInvoiceOf(ctx, order, note)
  if (!found) return null
  if ('lacks' in found) {
    return <p class="fine-print">{say('There is no e-invoice yet: {reason}', { reason: found.lacks })}</p>
  }
  return <EInvoiceKey orderId={order.id} by={by} note={note} />
}
