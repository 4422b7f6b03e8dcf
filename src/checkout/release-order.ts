import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { askProcessor, isMissing, isUnexpectedState } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { type Order, openOrder } from './order.ts'
import { settle } from './settle.ts'

/**
 * Takes the unpaid payment of an earlier checkout back, so that it cannot be paid beside the new one. Throws BAD_STATE
 * when it turns out to be paid, or the bank is working on it.
 */
export async function releaseOrder(ctx: Ctx, processor: Processor, buyer: Viewer, cassetId: string): Promise<void> {
  const before = openOrder(ctx, buyer.userId, cassetId)
  const intentId = before?.paymentIntentId
  if (!before || !intentId || before.mode !== processor.mode) return
  const status = await cancel(ctx, processor, before, intentId)
  if (status === 'canceled') return
  await settle(ctx, processor, intentId)
  throw status === 'succeeded'
    ? new AppError('BAD_STATE', 'You have collected this casset already.')
    : new AppError('BAD_STATE', 'Your bank is still working on an earlier payment for this casset.', {
        hint: 'Wait a moment; you will not be charged twice.',
      })
}

async function cancel(ctx: Ctx, processor: Processor, { id }: Order, intentId: string): Promise<string> {
  try {
    const asked: Stripe.PaymentIntentCancelParams = { cancellation_reason: 'abandoned' }
    const ask = (stripe: Stripe, options: Stripe.RequestOptions) =>
      stripe.paymentIntents.cancel(intentId, asked, options)
    return (await askProcessor(ctx, processor, ask, `cancel-${id}`)).status
  } catch (error) {
    if (isMissing(error)) return 'canceled'
    if (!isUnexpectedState(error)) throw error
    const ask = (stripe: Stripe, options: Stripe.RequestOptions) =>
      stripe.paymentIntents.retrieve(intentId, {}, options)
    return (await askProcessor(ctx, processor, ask)).status
  }
}
