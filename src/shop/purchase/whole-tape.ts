import { openingOf } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import type { Opening } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import { openedBefore } from './opened-before.ts'
import { isCalledOff } from './refund-called-off.ts'

export const wholeTape: Opening = {
  isWhole: true,
  calledOffMinor: (ctx, { cassetId, amountMinor }) => (isCalledOff(ctx, cassetId) ? amountMinor : 0),
  learn: openedBefore,
}

/** Returns the hour at which a preordered tape opens; null once that is over. */
export function hourOf(ctx: Ctx, { cassetId }: Pick<Order, 'cassetId'>): number | null {
  const { opensAt } = openingOf(ctx, cassetId)
  return opensAt !== null && opensAt > ctx.now() ? opensAt : null
}
