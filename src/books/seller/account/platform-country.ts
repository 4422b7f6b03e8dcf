import Stripe from 'stripe'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { glanceAtProcessor } from '../../../platform/payment/ask-processor.ts'
import type { Processor } from '../../../platform/payment/processor.ts'

/** Null when the processor does not say: a restricted key may not ask. */
export async function platformCountry(ctx: Ctx, processor: Processor): Promise<string | null> {
  try {
    const account = await glanceAtProcessor(ctx, processor, (stripe, options) =>
      stripe.accounts.retrieveCurrent({}, options),
    )
    return account.country?.toLowerCase() ?? null
  } catch (error) {
    if (error instanceof AppError || error instanceof Stripe.errors.StripeError) return null
    throw error
  }
}
