import type { CassetRow } from '../casset/own-casset.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { deliver } from './deliver.ts'
import type { Order } from './order.ts'
import { placeOrder } from './place-order.ts'

/** Collects a casset for nothing: an order of no amount that is paid at once. */
export function collectFree(ctx: Ctx, buyer: Viewer, casset: CassetRow, referralCode: string | null = null): Order {
  return ctx.db.transaction(() => {
    const order = placeOrder(ctx, buyer, casset, {
      kind: 'casset',
      emojiId: null,
      message: null,
      mode: 'free',
      amountMinor: 0,
      priceMinor: casset.priceMinor,
      referralCode,
      seller: { accountId: null, feeMinor: 0 },
    })
    deliver(ctx, order, { status: 'PAID', isOver: false })
    return order
  })
}
