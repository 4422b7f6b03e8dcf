import type { Ctx } from '../../context.ts'
import { type Order, orderById } from '../../order/order.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { reasonOf } from '../../platform/payment/refusal.ts'
import { sendTip } from '../../shop/tip/send-tip.ts'
import type { Cast } from './cast.ts'
import type { Report } from './report.ts'

export type Stage = {
  readonly ctx: Ctx
  readonly processor: Processor
  readonly cast: Cast
  readonly report: Report
  /** The currency of prices: the account's own where cards can be charged 20 units of it. */
  readonly currency: string
  /** How long to wait for Stripe's own actions, and how long between two looks. */
  readonly patienceMs: number
  readonly pauseMs: number
}

/** The amount of each sale, in minor units. */
export const saleMinor = 2_000

const returnUrl = 'https://rehearsal.example/return'

/** Starts a sale through the product's own code; the goods are a tip, which needs no music. */
export const beginSale = ({ ctx, cast }: Stage, of: 'label' | 'nova') =>
  sendTip(ctx, of, cast.ada, { amount: saleMinor }, '127.0.0.1')

/** Pays as Stripe's form does in the browser, with one of Stripe's test payment methods. */
export const payWith = ({ processor }: Stage, paymentIntentId: string, method: string) =>
  processor.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: method, return_url: returnUrl })

export type Sold = { order: Order; payment: Payment }

/** Sells, and reads the payment as the product does after a webhook. */
export async function sellCasset(stage: Stage, of: 'label' | 'nova', method: string): Promise<Sold> {
  const { paymentIntentId, orderId } = await beginSale(stage, of)
  await payWith(stage, paymentIntentId, method)
  return readPaymentAgain(stage, { orderId, paymentIntentId })
}

/** Reads a payment again as the product does after a webhook about it, and runs its jobs. */
export async function readPaymentAgain(
  { ctx, processor }: Stage,
  { orderId, paymentIntentId }: { orderId: string; paymentIntentId: string },
): Promise<Sold> {
  const payment = await settle(ctx, processor, paymentIntentId)
  await ctx.jobs.idle()
  const order = orderById(ctx, orderId)
  if (!payment || !order) throw new Error('The payment is of no order.')
  return { order, payment }
}

/** Repeats a request until it returns something. Returns undefined when that takes too long. */
export async function waitFor<T>(
  { patienceMs, pauseMs }: Stage,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pauseMs) {
    const found = await ask()
    if (found !== undefined) return found
    await Bun.sleep(pauseMs)
  }
  return undefined
}

/** Returns the result of a request, or its refusal in the processor's own terms. */
export async function outcomeOf(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask()
  } catch (error) {
    return refusalOf(error)
  }
}

/** Returns an error in few words: the refusal in the processor's terms, which name nobody. */
export function refusalOf(error: unknown): string {
  const { code, param } = reasonOf(error) ?? { code: '', param: '' }
  const terms = [code, param].filter((term) => term !== '').join(' of ')
  if (terms !== '') return `refused: ${terms}`
  return error instanceof Error ? `refused: ${error.message}` : 'failed'
}
