import type Stripe from 'stripe'
import type { Payment } from '../order/read-payment.ts'
import { isRefused } from '../payment/ask-processor.ts'

const perPage = 100

/** Every payment that the processor has made since a time and that `isOurs`, with everything that came of it. */
export async function listPayments(
  stripe: Stripe,
  sinceMs: number,
  isOurs: (intent: Stripe.PaymentIntent) => boolean,
): Promise<Payment[]> {
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: perPage }
  const [intents, refunds, disputes, transfers, fees] = await Promise.all([
    all(stripe.paymentIntents.list({ ...since, expand: ['data.latest_charge.balance_transaction'] })),
    all(stripe.refunds.list(since)),
    all(stripe.disputes.list(since)),
    allOfConnect(stripe.transfers.list(since)),
    allOfConnect(stripe.applicationFees.list(since)),
  ])
  const transferById = new Map(transfers.map((one) => [one.id, one]))
  const feeById = new Map(fees.map((one) => [one.id, one]))
  const refundsOf = Map.groupBy(refunds, ({ charge }) => idOf(charge))
  const disputesOf = Map.groupBy(disputes, ({ charge }) => idOf(charge))
  return intents.filter(isOurs).map((intent): Payment => {
    const latest = intent.latest_charge
    if (intent.status !== 'succeeded' || latest === null || typeof latest === 'string') {
      return { intent, charge: undefined, refunds: [], disputes: [] }
    }
    const transfer = transferById.get(idOf(latest.transfer ?? null))
    const fee = feeById.get(idOf(latest.application_fee))
    const charge = { ...latest, ...(transfer ? { transfer } : {}), ...(fee ? { application_fee: fee } : {}) }
    return {
      intent,
      charge,
      refunds: refundsOf.get(latest.id) ?? [],
      disputes: disputesOf.get(latest.id) ?? [],
    }
  })
}

/** All pages of a list, one after another. */
const all = <T>(pages: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(pages)

// Where accounts cannot be connected, the processor may refuse these lists: there is nothing in them.
async function allOfConnect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  try {
    return await all(pages)
  } catch (error) {
    if (isRefused(error)) return []
    throw error
  }
}

/** Returns the id of something that may come whole or as its id; the empty text for nothing. */
export const idOf = (thing: string | { id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')
