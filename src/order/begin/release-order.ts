import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { askProcessor, isMissing, isUnexpectedState } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { type WaitsFor, waitingFor } from '../../platform/payment/waiting-for.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle/settle.ts'
import { stillWaiting, stopWaiting } from '../settle/waiting-payment.ts'

/**
 * Cancels the unpaid payment of an earlier order, so that it cannot be paid in addition to the new
 * one. If it turns out to be paid, it is granted. Throws BAD_STATE while the bank processes it, or
 * while it is a voucher that the payer does not want to replace.
 */
export async function releaseOrder(
  ctx: Ctx,
  processor: Processor,
  before: Order | undefined,
  replaceVoucher: boolean,
): Promise<void> {
  const intentId = before?.paymentIntentId
  if (!before || !intentId) return
  // Checked first: a cancelled voucher could no longer be paid by somebody who is about to pay it.
  const found = await lookAt(ctx, processor, intentId)
  const waits = found && waitingFor(found)
  if (!found || (waits === 'voucher' && replaceVoucher)) await ctx.jointly(() => stopWaiting(ctx, before))
  else if (waits) return refuseWaiting(ctx, processor, intentId, waits)
  if (!found) return
  const intent = await cancel(ctx, processor, intentId)
  if (!intent || intent.status === 'canceled') return
  if (intent.status !== 'succeeded') return refuseWaiting(ctx, processor, intentId, waitingFor(intent) ?? 'bank')
  await settle(ctx, processor, intentId)
}

/** The same for a job. Returns false while the bank, or a voucher that must stay, holds it up. */
export async function tryToRelease(
  ctx: Ctx,
  processor: Processor,
  order: Order,
  replaceVoucher: boolean,
): Promise<boolean> {
  try {
    await releaseOrder(ctx, processor, order, replaceVoucher)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_STATE') return false
    throw error
  }
}

async function refuseWaiting(ctx: Ctx, processor: Processor, intentId: string, waits: WaitsFor): Promise<never> {
  await settle(ctx, processor, intentId)
  throw stillWaiting(ctx, waits)
}

async function lookAt(ctx: Ctx, processor: Processor, intentId: string): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await askProcessor(ctx, processor, (stripe, options) =>
      stripe.paymentIntents.retrieve(intentId, {}, options),
    )
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function cancel(ctx: Ctx, processor: Processor, intentId: string): Promise<Stripe.PaymentIntent | undefined> {
  try {
    // Without a key: the processor would repeat a refusal to it for a day, and a second cancel does
    // nothing.
    return await askProcessor(ctx, processor, (stripe, options) =>
      stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' }, options),
    )
  } catch (error) {
    if (!isUnexpectedState(error) && !isMissing(error)) throw error
    return lookAt(ctx, processor, intentId)
  }
}
