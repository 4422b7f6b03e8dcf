import Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Processor } from './processor.ts'

const restsMs = [150, 600]
const answerWithinMs = 6_000
const glanceWithinMs = 3_000

/** One request to the processor, as the SDK sends it with these options. */
export type Ask<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>

/** Returns the processor. Throws BAD_STATE when this instance takes no payments. */
export function requireProcessor({ processor }: Ctx): Processor {
  if (processor) return processor
  throw new AppError('BAD_STATE', 'This site takes no payments yet.', { hint: 'Its owner has not set up payments.' })
}

/**
 * Calls the processor's API, up to three times with the same idempotency key while it is slow, down or unreadable.
 * Throws UNAVAILABLE after that, and whatever it refuses for good as the SDK's own error. Never call it in a
 * transaction.
 */
export async function askProcessor<T extends { object: string }>(
  ctx: Ctx,
  { stripe }: Processor,
  ask: Ask<T>,
  idempotencyKey?: string,
): Promise<T> {
  const options = { maxNetworkRetries: 0, timeout: answerWithinMs, ...(idempotencyKey ? { idempotencyKey } : {}) }
  for (let attempt = 0; ; attempt += 1) {
    try {
      return whole(await ask(stripe, options))
    } catch (error) {
      if (!mayPass(error)) throw error
      const restMs = restsMs[attempt]
      const fault = error instanceof Error ? error.name : 'unknown'
      if (restMs === undefined) {
        ctx.log.error('processor does not answer', { fault })
        throw unreachable()
      }
      ctx.log.warn('processor is asked again', { fault })
      await Bun.sleep(restMs)
    }
  }
}

/**
 * Asks once and briefly, for a page that can do without the answer. Throws UNAVAILABLE and what is refused for good.
 */
export async function glanceAtProcessor<T extends { object: string }>({ stripe }: Processor, ask: Ask<T>): Promise<T> {
  try {
    return whole(await ask(stripe, { maxNetworkRetries: 0, timeout: glanceWithinMs }))
  } catch (error) {
    throw mayPass(error) ? unreachable() : error
  }
}

/** Tells whether the processor has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Tells whether an account is closed or has revoked our access. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode === 404 || error.code === 'account_invalid')

/** Tells whether the processor refuses to pay the account that a payment is for. */
export const isUnpayable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === 'insufficient_capabilities_for_transfer' ||
    error.code === 'account_invalid' ||
    (error.param ?? '').startsWith('transfer_data'))

/** Tells whether the processor refuses a request permanently. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

/** Tells whether this idempotency key was used for another request, which may have taken effect. */
export const isOtherRequest = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError

/** Tells whether the state of the object does not allow the request. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

/** Tells whether a charge is already refunded or disputed. */
export const isBeyondRefund = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'charge_already_refunded' || error.code === 'charge_disputed')

class HalfAnswer extends Error {
  override readonly name = 'HalfAnswer'
}

const withoutId = new Set(['balance', 'v2.core.account_link'])

// The SDK accepts any JSON without an error as success, also a proxy's error page.
function whole<T extends { object: string }>(answer: T): T {
  const isList = 'data' in answer && Array.isArray(answer.data)
  const isThing = 'id' in answer && typeof answer.id === 'string'
  if (typeof answer.object === 'string' && (isList || isThing || withoutId.has(answer.object))) return answer
  throw new HalfAnswer()
}

function mayPass(error: unknown): boolean {
  if (error instanceof HalfAnswer || error instanceof TypeError) return true
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeAuthenticationError } = Stripe.errors
  const kinds = [StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeAuthenticationError]
  return kinds.some((kind) => error instanceof kind) || error.code === 'idempotency_key_in_use'
}

const unreachable = () =>
  new AppError('UNAVAILABLE', 'The payment processor is not answering right now.', {
    hint: 'Try again in a minute. You will not be charged twice.',
    retryAfter: 30,
  })
