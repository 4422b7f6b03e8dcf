import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { askProcessor, isMissing, isUnexpectedState } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { openOrder, type Purpose } from './order.ts'
import { settle } from './settle.ts'

/**
 * Takes the unpaid payment of an earlier checkout back, so that it cannot be paid beside the new one. When it turns out
 * to be paid, it is granted. Throws BAD_STATE while the bank is working on it.
 */
export async function releaseOrder(ctx: Ctx, processor: Processor, purpose: Purpose): Promise<void> {
  const before = openOrder(ctx, purpose)
  const intentId = before?.paymentIntentId
  if (!before || !intentId || before.mode !== processor.mode) return
  const status = await cancel(ctx, processor, intentId)
  if (status === 'canceled') return
  await settle(ctx, processor, intentId)
  if (status === 'succeeded') return
  throw new AppError('BAD_STATE', 'Your bank is still working on an earlier payment for this.', {
    hint: 'Wait a moment; you will not be charged twice.',
  })
}

async function cancel(ctx: Ctx, processor: Processor, intentId: string): Promise<string> {
  try {
    const asked: Stripe.PaymentIntentCancelParams = { cancellation_reason: 'abandoned' }
    const ask = (stripe: Stripe, options: Stripe.RequestOptions) =>
      stripe.paymentIntents.cancel(intentId, asked, options)
    // Without a key: the processor would repeat a refusal to it for a day, and a second cancel does nothing.
    return (await askProcessor(ctx, processor, ask)).status
  } catch (error) {
    if (isMissing(error)) return 'canceled'
    if (!isUnexpectedState(error)) throw error
    const ask = (stripe: Stripe, options: Stripe.RequestOptions) =>
      stripe.paymentIntents.retrieve(intentId, {}, options)
    return (await askProcessor(ctx, processor, ask)).status
  }
}
