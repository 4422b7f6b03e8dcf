import { and, desc, eq, isNotNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { isLiveKey } from '../../platform/payment/mode.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { reasonOf } from '../../platform/payment/refusal.ts'

const secret = 'STRIPE_SECRET_KEY'
const publishable = 'STRIPE_PUBLISHABLE_KEY'

const copyAgain = () => say('Copy both keys again from Developers, API keys, on one page of your Stripe account.')

// Nobody pays it: it is made to see who may read it, and cancelled at once.
const trialMinor = 10_000

/** Marks a refusal that the owner may insist on, which the desk offers then. */
export const mayInsist = { anyway: true } as const

/** Throws VALIDATION unless both keys are for real money, or both for tests. */
export function requireSameMode(secretKey: string, publishableKey: string): void {
  if (isLiveKey(secretKey) === isLiveKey(publishableKey)) return
  const problem = isLiveKey(secretKey)
    ? say('The secret key is for real money, and this one is for tests.')
    : say('The secret key is for tests, and this one is for real money.')
  throw invalid(publishable, problem, copyAgain())
}

/**
 * Asks the processor whether it takes these keys, whether both are of one account, and whether that
 * is the account of the payments that this site took. Throws VALIDATION for the key that is wrong,
 * and BAD_STATE for what the owner may insist on: a processor that does not answer, another
 * account (rule: keys-at-the-desk).
 */
export async function requireUsableKeys(ctx: Ctx, processor: Processor): Promise<void> {
  await requireKnown(processor)
  await requireSameAccount(processor)
  await requirePresentAccount(ctx, processor)
}

async function requireKnown({ stripe }: Processor): Promise<void> {
  await explained(secret, () => stripe.balance.retrieve())
}

/** A browser with the publishable key reads what the secret key made, at its own account only. */
async function requireSameAccount({ stripe, publishableKey }: Processor): Promise<void> {
  const { id, client_secret } = await explained(secret, () =>
    stripe.paymentIntents.create({ amount: trialMinor, currency: 'usd', description: 'A check of keys; not paid' }),
  )
  try {
    const params = { client_secret: client_secret ?? '' }
    await explained(publishable, () => stripe.paymentIntents.retrieve(id, params, { apiKey: publishableKey }))
  } finally {
    await stripe.paymentIntents.cancel(id).catch(() => undefined)
  }
}

async function requirePresentAccount(ctx: Ctx, { stripe, mode }: Processor): Promise<void> {
  const newest = ctx.db
    .select({ id: orders.paymentIntentId })
    .from(orders)
    .where(and(eq(orders.state, 'PAID'), eq(orders.mode, mode), isNotNull(orders.paymentIntentId)))
    .orderBy(desc(orders.paidAt))
    .limit(1)
    .get()?.id
  if (!newest) return
  try {
    await stripe.paymentIntents.retrieve(newest)
  } catch (error) {
    if (reasonOf(error)?.code !== 'resource_missing') throw explainedError(secret, error)
    throw new AppError('BAD_STATE', say('This key is of another account than the one that took the payments here.'), {
      field: secret,
      more: mayInsist,
      hint: say(
        'With it nothing that was sold so far can be refunded or compared. Set it anyway only if that is meant.',
      ),
    })
  }
}

async function explained<T>(field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw explainedError(field, error)
  }
}

function explainedError(field: string, error: unknown): unknown {
  const { StripeAuthenticationError, StripePermissionError, StripeConnectionError, StripeAPIError } = Stripe.errors
  if (reasonOf(error)?.code === 'api_key_expired')
    return invalid(field, say('This key was revoked or has expired.'), copyAgain())
  if (field === publishable && error instanceof Stripe.errors.StripeInvalidRequestError) {
    return invalid(field, say('This key is of another account than the secret key.'), copyAgain())
  }
  if (error instanceof StripeAuthenticationError) {
    return invalid(
      field,
      say('The processor does not know this key: it was revoked, or not copied whole.'),
      copyAgain(),
    )
  }
  if (error instanceof StripePermissionError) {
    const hint = say('Let it read the balance and write payments, or use the secret key.')
    return invalid(field, say('This restricted key may not do what a sale needs.'), hint)
  }
  if (error instanceof StripeConnectionError || error instanceof StripeAPIError) {
    const hint = say('Try again in a minute; or set the keys anyway, unchecked.')
    return new AppError('BAD_STATE', say('The processor did not answer, so the keys could not be checked.'), {
      field,
      hint,
      more: mayInsist,
    })
  }
  return error
}
