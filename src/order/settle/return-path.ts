import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'

/** The page on which an order is paid, to which the payer's bank sends them back. */
export const returnPath = (ctx: Ctx, order: Order): string =>
  `/checkout/${artistOf(ctx, order.cassetId).handle}${goodsOf(ctx)[order.kind].checkoutPath(order)}`
