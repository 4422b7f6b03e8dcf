import MoneyBackIsland, { type MoneyBackProps } from '../../../../public/islands/preorder/money-back.tsx'
import { receiptOfOrder } from '../../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../../context.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { withdrawable } from '../../../order/give-back/withdrawal.ts'
import { type Order, orderById } from '../../../order/order.ts'
import { returnableUntil } from '../../../shop/preorder/return-money.ts'
import { island } from '../../document/island.tsx'

const MoneyBackKey = island('preorder/money-back', MoneyBackIsland, 'visible')

/** An order whose money its payer can have back: why, its name, until when, and the sum. */
export type Returnable = Omit<MoneyBackProps, keyof Whose>

/**
 * Returns what an order's payer can still have back; null for nothing. A preorder that moved can be
 * given back however long ago it was bought.
 */
export function returnableOf(ctx: Ctx, order: Order): Returnable | null {
  const moved = returnableUntil(ctx, order)
  const right = moved === null ? withdrawable(ctx, order) : ({ why: 'moved', told: moved } as const)
  const found = right ? receiptOfOrder(ctx, order.id) : undefined
  if (!right || !found) return null
  const amount = order.amountMinor - found.refundedMinor - found.disputedMinor
  return {
    why: right.why,
    name: found.receipt.what,
    until: new Date(right.told).toISOString(),
    sum: priceTag({ amount, currency: order.currency }),
  }
}

export function returnableById(ctx: Ctx, orderId: string): Returnable | null {
  const order = orderById(ctx, orderId)
  return order === undefined ? null : returnableOf(ctx, order)
}

type Whose = Pick<MoneyBackProps, 'orderId' | 'by'>

/** The key by which the money of an order comes back, and until when it may be given back. */
export const GiveBack = ({ returnable, ...whose }: Whose & { returnable: Returnable | null }) =>
  returnable && (
    <div class="give-back">
      <MoneyBackKey {...returnable} {...whose} />
    </div>
  )
