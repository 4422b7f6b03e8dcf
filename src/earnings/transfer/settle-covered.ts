import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Processor } from '../../platform/payment/processor.ts'

/**
 * Settles the payments for whose refunds transfers were reversed: the answer to a refund may have
 * been lost, or a restored copy has lost it, and until that is known its money looks owed. Throws
 * UNAVAILABLE.
 */
export async function settleCovered(ctx: Ctx, processor: Processor, transfers: readonly Stripe.Transfer[]) {
  const covered = transfers
    .flatMap(({ reversals }) => reversals.data)
    .filter(({ metadata }) => metadata?.deckId === ctx.instanceId)
    .flatMap(({ metadata }) => metadata?.coveredIntentId ?? [])
  for (const id of new Set(covered)) await settle(ctx, processor, id)
}
