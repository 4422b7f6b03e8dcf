import MoneyBackIsland, { type MoneyBackProps } from '../../../public/islands/preorder/money-back.tsx'
import { Day } from '../../../public/lib/day.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { priceTag } from '../../lib/money.ts'
import { type Order, orderById } from '../../money/order/order.ts'
import { withdrawableUntil } from '../../money/order/withdrawal.ts'
import { receiptOfOrder } from '../../money/receipt/read-receipt.ts'
import { island } from '../island.tsx'

const MoneyBackKey = island('preorder/money-back', MoneyBackIsland, 'visible')

/** An order that can be given back: its name, until when, and the sum that comes back. */
export type Returnable = { name: string; until: string; sum: string }

/** Returns what its payer can have back for an order; null where they can not. */
export function returnableOf(ctx: Ctx, order: Order): Returnable | null {
  const until = withdrawableUntil(ctx, order)
  if (until === null) return null
  const sum = priceTag({ amount: order.amountMinor, currency: order.currency })
  const name = receiptOfOrder(ctx, order.id)?.receipt.what ?? ''
  return { name, until: new Date(until - 1).toISOString(), sum }
}

/** Returns the same of an order by its id. */
export function returnableById(ctx: Ctx, orderId: string): Returnable | null {
  const order = orderById(ctx, orderId)
  return order === undefined ? null : returnableOf(ctx, order)
}

type GiveBackProps = Pick<MoneyBackProps, 'by'> & { returnable: Returnable | null }

/** The key that gives an order back, and until when it does. */
export const GiveBack = ({ by, returnable }: GiveBackProps) =>
  returnable && (
    <>
      <p class="state">
        {inParts(say('You can give it back until <day></day>, as long as it was not downloaded.'), {
          day: () => <Day iso={returnable.until} />,
        })}
      </p>
      <MoneyBackKey why="fourteen days" by={by} name={returnable.name} sum={returnable.sum} />
    </>
  )
