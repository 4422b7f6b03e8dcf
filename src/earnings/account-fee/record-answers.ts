import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { unrecordedDisputes } from '../../order/dispute/record-disputes.ts'
import { settle } from '../../order/settle/settle.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { wholeList } from '../../platform/payment/whole-list.ts'

// A bank decides within three months, and hears an appeal within two more.
const decidedWithinMs = 150 * dayMs

/**
 * Reads answers and decisions that are not known here: an event may be late, and a restored copy
 * has lost some. Without them a fee would be assigned to whichever dispute is known. Throws
 * UNAVAILABLE.
 */
export async function recordAnswers(ctx: Ctx, processor: Processor): Promise<void> {
  const created = { gte: Math.floor((ctx.now() - decidedWithinMs) / 1_000) }
  const all = await wholeList(ctx, processor, null, (stripe, page, options) =>
    stripe.disputes.list({ created, ...page }, options),
  )
  const disputes = all.filter(({ evidence_details: { submission_count: answers } }) => answers > 0)
  const unknown = new Set(unrecordedDisputes(ctx, { disputes }).map(({ id }) => id))
  for (const { id, payment_intent: intent } of disputes) {
    if (unknown.has(id) && intent !== null) await settle(ctx, processor, idOf(intent))
  }
}
