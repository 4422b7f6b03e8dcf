import type Stripe from 'stripe'
import { isRefused } from '../../platform/payment/ask-processor.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { ofEach, ofTransfer } from '../transfer/read-transfers.ts'

const perPage = 100

export type PaymentWithTransfers = Payment & { transfers: Stripe.Transfer[] }

/** Yields payments since a time that are ours, with charge, refunds and disputes. */
export async function listPayments(
  stripe: Stripe,
  sinceMs: number,
  isOurs: (intent: Stripe.PaymentIntent) => boolean,
): Promise<PaymentWithTransfers[]> {
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: perPage }
  const [intents, refunds, disputes, transfers] = await Promise.all([
    all(stripe.paymentIntents.list({ ...since, expand: ['data.latest_charge.balance_transaction'] })),
    all(stripe.refunds.list({ ...since, expand: ['data.balance_transaction'] })),
    all(stripe.disputes.list(since)),
    allOfConnect(stripe.transfers.list({ ...since, expand: ofEach(ofTransfer) })),
  ])
  const refundsOf = Map.groupBy(refunds, ({ charge }) => idOf(charge))
  const disputesOf = Map.groupBy(disputes, ({ charge }) => idOf(charge))
  const transfersOf = Map.groupBy(transfers, ({ transfer_group: group }) => group)
  return intents.filter(isOurs).map((intent): PaymentWithTransfers => {
    const latest = intent.latest_charge
    if (intent.status !== 'succeeded' || latest === null || typeof latest === 'string') {
      return { intent, charge: undefined, refunds: [], disputes: [], transfers: [] }
    }
    return {
      intent,
      charge: latest,
      refunds: refundsOf.get(latest.id) ?? [],
      disputes: disputesOf.get(latest.id) ?? [],
      transfers: transfersOf.get(intent.metadata.orderId ?? '') ?? [],
    }
  })
}

const all = <T>(pages: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(pages)

// Where accounts cannot be connected, the processor may refuse this list: there is nothing in it.
async function allOfConnect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  try {
    return await all(pages)
  } catch (error) {
    if (isRefused(error)) return []
    throw error
  }
}
