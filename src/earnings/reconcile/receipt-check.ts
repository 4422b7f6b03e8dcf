import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { receipts } from '../../../db/schema/books/receipt.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Check } from '../../platform/check.ts'

const named = 5

const withoutReceipt = ({ db }: Ctx) =>
  db
    .select({ id: orders.id, intentId: orders.paymentIntentId, mode: orders.mode })
    .from(orders)
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .where(and(eq(orders.state, 'PAID'), isNotNull(orders.paymentIntentId), isNull(receipts.orderId)))
    .all()

/** Checks that each paid order has its receipt. The fix issues it from what the processor knows. */
export const receiptCheck: Check = {
  name: 'receipts',
  place: 180,
  look(ctx) {
    const lost = withoutReceipt(ctx)
    if (lost.length === 0) return {}
    return {
      problem: say(
        '{orders, plural, one {# paid order has no receipt} other {# paid orders have no receipt}}, among them {some}',
        {
          orders: lost.length,
          some: lost
            .slice(0, named)
            .map(({ id }) => id)
            .join(', '),
        },
      ),
      fix: say('tapedeck doctor --fix issues them, with payments switched on, and sends them to the payers'),
    }
  },
  async fix(ctx) {
    const { processor } = ctx
    if (!processor) return
    for (const { intentId, mode } of withoutReceipt(ctx))
      if (intentId !== null && mode === processor.mode) await settle(ctx, processor, intentId)
  },
}
