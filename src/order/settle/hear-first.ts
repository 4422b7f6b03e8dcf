import { restoredAt } from '../../books/receipt/receipt-head.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../order.ts'
import { settle } from './settle.ts'

/**
 * Takes over what the payment of an order that is older than a restore was told since the copy. The
 * next telling would overwrite that, and a later look would undo a change of where a gift goes: it
 * is called before both. Throws UNAVAILABLE.
 */
export async function hearFirst(ctx: Ctx, { paymentIntentId, createdAt }: Order): Promise<void> {
  const { processor } = ctx
  if (!processor || paymentIntentId === null || createdAt >= (restoredAt(ctx) ?? 0)) return
  await settle(ctx, processor, paymentIntentId)
}
