import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { secondsUntil, tryToSpend } from '../../platform/http/limiter.ts'
import { ownState } from '../../platform/own-state.ts'
import { askProcessor, isMissing, isUnexpectedState } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { type Order, orderOfIntent } from '../order.ts'

const mostAddresses = 10_000

// The network addresses that started the newest payments, by their intents: a person who tests
// stolen cards has many accounts.
const payerAddresses = ownState(() => new Map<string, string>())

/** An agent has no account: its payments count by their network address only. */
type Payer = { userId: string | null; address: string | undefined }

const waitOf = ({ limiter }: Ctx, { userId, address }: Payer): number =>
  Math.max(
    userId === null ? 0 : secondsUntil(limiter, 'declined-payment', userId),
    address === undefined ? 0 : secondsUntil(limiter, 'declined-payment-of-address', address),
  )

/** Throws RATE_LIMIT after too many declines, as stolen cards cause when tested (rule: limits). */
export function refuseDeclined(ctx: Ctx, payer: Payer): void {
  const retryAfter = waitOf(ctx, payer)
  if (retryAfter === 0) return
  const message = say('Too many payments were declined. Try again in {minutes} min.', {
    minutes: Math.ceil(retryAfter / 60),
  })
  throw new AppError('RATE_LIMIT', message, { retryAfter })
}

/** Remembers for a while from which address a payment was started. */
export function saveAddress(ctx: Ctx, paymentIntentId: string, address: string): void {
  const addresses = payerAddresses(ctx).set(paymentIntentId, address)
  const [oldest] = addresses.keys()
  if (addresses.size > mostAddresses && oldest !== undefined) addresses.delete(oldest)
}

/**
 * Counts a declined payment. After the last allowed one the payment is cancelled: otherwise a
 * browser could try any number of cards. Throws UNAVAILABLE.
 */
export async function countDecline(ctx: Ctx, processor: Processor, paymentIntentId: string): Promise<void> {
  const order: Order | undefined = orderOfIntent(ctx, paymentIntentId)
  if (!order) return
  const payer: Payer = { userId: order.userId, address: payerAddresses(ctx).get(paymentIntentId) }
  if (payer.userId !== null) tryToSpend(ctx.limiter, 'declined-payment', payer.userId)
  if (payer.address !== undefined) tryToSpend(ctx.limiter, 'declined-payment-of-address', payer.address)
  if (waitOf(ctx, payer) === 0) return
  ctx.log.warn('security.declined_payments', { userId: payer.userId, orderId: order.id })
  try {
    await askProcessor(ctx, processor, (stripe, options) => stripe.paymentIntents.cancel(paymentIntentId, {}, options))
  } catch (error) {
    if (!isUnexpectedState(error) && !isMissing(error)) throw error
  }
}
