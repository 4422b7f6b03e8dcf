import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { askProcessor, isOtherRequest, isOutOfReach, isRefused } from '../../platform/payment/ask-processor.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { hasCome } from './read-transfers.ts'

// A rate may move between two requests.
const rateMargin = 0.97

/**
 * The amount of a transfer to reverse; `key` is its idempotency key. `coveredIntentId` is the
 * payment whose refund is made next with that money.
 */
export type Reversal = { id: string; amount: number; key: string; coveredIntentId?: string | null }

/** Reverses part of a transfer, and returns whether the processor did it. Throws UNAVAILABLE. */
export async function tryReverse(ctx: Ctx, processor: Processor, reversal: Reversal): Promise<boolean> {
  const { id, amount, key, coveredIntentId = null } = reversal
  const metadata = { deckId: ctx.instanceId, ...(coveredIntentId === null ? {} : { coveredIntentId }) }
  try {
    const made = await askProcessor(
      ctx,
      processor,
      (stripe, options) => stripe.transfers.createReversal(id, { amount, metadata }, options),
      key,
    )
    return hasCome(made)
  } catch (error) {
    if (isRefused(error) || isOutOfReach(error) || isOtherRequest(error)) return false
    throw error
  }
}

/** Returns what the artist's account could give back now, in the transfer's currency. */
export async function recoverableAmount(
  ctx: Ctx,
  processor: Processor,
  { amount, currency, destination, ...transfer }: Stripe.Transfer,
): Promise<number> {
  const payment = transfer.destination_payment
  const line = typeof payment === 'object' ? payment.balance_transaction : null
  const stripeAccount = idOf(destination)
  if (stripeAccount === '' || line === null || typeof line === 'string') return 0
  try {
    const { available } = await askProcessor(ctx, processor, (stripe, options) =>
      stripe.balance.retrieve({}, { ...options, stripeAccount }),
    )
    const held = available.find((sum) => sum.currency === line.currency)?.amount ?? 0
    if (line.currency === currency) return Math.max(0, held)
    const rest = Math.floor(((held * amount) / line.amount) * rateMargin)
    // Less than a cent of the account's currency costs the account nothing: it could be taken again
    // and again.
    return (rest * line.amount) / amount < 1 ? 0 : rest
  } catch (error) {
    if (isOutOfReach(error)) return 0
    throw error
  }
}
