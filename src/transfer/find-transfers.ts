import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import type { Order } from '../order/order.ts'
import type { Processor } from '../payment/processor.ts'
import { readTransfers } from './read-transfers.ts'
import { recordTransfers } from './record-transfers.ts'

/** Writes down whatever the processor has transferred for an order, and returns it. Throws UNAVAILABLE. */
export async function findTransfers(ctx: Ctx, processor: Processor, order: Order): Promise<Stripe.Transfer[]> {
  const found = await readTransfers(ctx, processor, order.id)
  await ctx.jointly(() => recordTransfers(ctx, order, found))
  return found
}
