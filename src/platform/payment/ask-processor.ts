import Stripe from 'stripe'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Log, nameOf } from '../log.ts'
import type { Processor } from './processor.ts'
import { ProcessorRefusal, reasonOf } from './refusal.ts'

const restsMs = [150, 600]
const answerWithinMs = 6_000
const glanceWithinMs = 3_000

type Asking = { readonly log: Log; readonly uuid: () => string }

export type Ask<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>

/** Returns the processor. Throws BAD_STATE when this instance takes no payments. */
export function requireProcessor({ processor }: { readonly processor: Processor | undefined }): Processor {
  if (processor) return processor
  throw new AppError('BAD_STATE', say('This site takes no payments yet.'), {
    hint: say('Its owner has not set up payments.'),
  })
}

/** `isAnswered`: it answered a fault, which it repeats to the same idempotency key. */
export class ProcessorFault extends AppError {
  readonly isAnswered: boolean

  constructor(isAnswered: boolean) {
    super('UNAVAILABLE', say('The payment processor is not answering right now.'), {
      hint: say('Try again in a minute. You will not be charged twice.'),
      retryAfter: 30,
    })
    this.isAnswered = isAnswered
  }
}

/**
 * Calls the processor's API, up to three times with the same idempotency key while it is slow, down
 * or unreadable. Throws ProcessorFault after that, or at once when it answers a fault that it would
 * repeat to this key; ProcessorRefusal for what it refuses permanently. Never call it in a
 * transaction.
 */
export async function askProcessor<T extends { object: string }>(
  ctx: Asking,
  { stripe }: Processor,
  ask: Ask<T>,
  idempotencyKey?: string,
): Promise<T> {
  const options = optionsOf(answerWithinMs, idempotencyKey)
  for (let attempt = 0; ; attempt += 1) {
    try {
      return whole(await ask(stripe, options))
    } catch (error) {
      if (!mayPass(error)) throw logged(ctx, error)
      const restMs = restsMs[attempt]
      const fault = nameOf(error)
      const isRepeated = idempotencyKey !== undefined && isAnsweredFault(error)
      if (restMs === undefined || isRepeated) {
        ctx.log.error('processor does not answer', { fault, ...reasonOf(error) })
        throw new ProcessorFault(isRepeated)
      }
      ctx.log.warn('processor is asked again', { fault, ...reasonOf(error) })
      await Bun.sleep(restMs)
    }
  }
}

/**
 * Requests something that does no harm when it is created twice and never used: with the same key
 * after a lost answer, and with a new one after an answered fault, which the processor would repeat
 * for a day. Throws as `askProcessor` does.
 */
export async function askForNew<T extends { object: string }>(
  ctx: Asking,
  processor: Processor,
  ask: Ask<T>,
  idempotencyKey: string,
): Promise<T> {
  let key = idempotencyKey
  for (const restMs of restsMs) {
    try {
      return await askProcessor(ctx, processor, ask, key)
    } catch (error) {
      if (!(error instanceof ProcessorFault && error.isAnswered)) throw error
      key = `${idempotencyKey}-${ctx.uuid()}`
      await Bun.sleep(restMs)
    }
  }
  return askProcessor(ctx, processor, ask, key)
}

const optionsOf = (timeout: number, idempotencyKey: string | undefined) => ({
  maxNetworkRetries: 0,
  timeout,
  ...(idempotencyKey ? { idempotencyKey } : {}),
})

/** Asks once and briefly. Throws ProcessorFault and ProcessorRefusal. */
export async function glanceAtProcessor<T extends { object: string }>(
  ctx: Asking,
  { stripe }: Processor,
  ask: Ask<T>,
  idempotencyKey?: string,
): Promise<T> {
  try {
    return whole(await ask(stripe, optionsOf(glanceWithinMs, idempotencyKey)))
  } catch (error) {
    if (!mayPass(error)) throw logged(ctx, error)
    throw new ProcessorFault(idempotencyKey !== undefined && isAnsweredFault(error))
  }
}

export const isMissing = (error: unknown): boolean => reasonOf(error)?.code === 'resource_missing'

/** Whether the processor does not know the customer of a payment, or no longer does. */
export function isMissingCustomer(error: unknown): boolean {
  const reason = reasonOf(error)
  return reason?.code === 'resource_missing' && reason.param === 'customer'
}

/** Tells whether an account is closed or has revoked our access. */
export const isOutOfReach = (error: unknown): boolean =>
  reasonOf(error)?.status === 404 || reasonOf(error)?.code === 'account_invalid'

export function isUnpayable(error: unknown): boolean {
  const code = reasonOf(error)?.code
  return code === 'insufficient_capabilities_for_transfer' || code === 'account_invalid'
}

const invalidRequest = 'StripeInvalidRequestError'

/** Tells whether the processor refuses a request permanently. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProcessorRefusal ? error.code === 'BAD_STATE' : reasonOf(error)?.type === invalidRequest

/** Tells whether this idempotency key was used for another request, which may have taken effect. */
export const isOtherRequest = (error: unknown): boolean => reasonOf(error)?.type === 'StripeIdempotencyError'

/** Whether the request may have taken effect, although no answer says so. */
export const mayHaveTakenEffect = (error: unknown): boolean => error instanceof ProcessorFault || isOtherRequest(error)

/** The processor repeats such an answer to the same idempotency key. */
export const isRepeated = (error: unknown): boolean =>
  (error instanceof ProcessorFault && error.isAnswered) ||
  isRefused(error) ||
  isUnpayable(error) ||
  isOtherRequest(error)

/** Tells whether the state of the object does not allow the request. */
export const isUnexpectedState = (error: unknown): boolean =>
  reasonOf(error)?.code === 'payment_intent_unexpected_state'

/** Tells whether a charge is already refunded or disputed. */
export function isBeyondRefund(error: unknown): boolean {
  const code = reasonOf(error)?.code
  return code === 'charge_already_refunded' || code === 'charge_disputed'
}

/** Other errors than the SDK's are returned as they are. */
export function answerFor(error: unknown): unknown {
  if (mayPass(error)) return new ProcessorFault(false)
  const reason = reasonOf(error)
  return reason ? new ProcessorRefusal(reason) : error
}

// The message may hold what people wrote, so the log gets the terms alone.
function logged(ctx: Asking, error: unknown): unknown {
  const reason = reasonOf(error)
  if (reason) ctx.log.warn('processor refused', reason)
  return answerFor(error)
}

class HalfAnswer extends Error {
  override readonly name = 'HalfAnswer'
}

const withoutId = new Set(['balance', 'balance_settings', 'login_link', 'v2.core.account_link'])

// The SDK accepts any JSON without an error as success, also a proxy's error page.
function whole<T extends { object: string }>(answer: T): T {
  const isList = 'data' in answer && Array.isArray(answer.data)
  const isThing = 'id' in answer && typeof answer.id === 'string'
  if (typeof answer.object === 'string' && (isList || isThing || withoutId.has(answer.object))) return answer
  throw new HalfAnswer()
}

const isAnsweredFault = (error: unknown): boolean => (reasonOf(error)?.status ?? 0) >= 500

function mayPass(error: unknown): boolean {
  if (error instanceof HalfAnswer || error instanceof TypeError) return true
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  const kinds = [StripeConnectionError, StripeAPIError, StripeRateLimitError]
  return kinds.some((kind) => error instanceof kind) || error.code === 'idempotency_key_in_use'
}
