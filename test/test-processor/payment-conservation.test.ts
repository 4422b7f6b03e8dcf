import { expect, test } from 'bun:test'
import { type Payments, pay, seededRandom, startPayments } from '../support/test-processor/stripe.ts'

const cards = [
  'visa',
  'mastercard',
  'bypassPending',
  'createDispute',
  'createDisputeInquiry',
  'refundFail',
  'pendingRefund',
  'chargeDeclined',
]
const evidences = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence']

/** A random choice that is the same for the same seed. */
function chooser(seed: number) {
  const random = seededRandom(seed)
  const upTo = (most: number) => {
    const [high = 0, low = 0] = random(2)
    return (high * 256 + low) % most
  }
  return { upTo, of: <T>(list: readonly T[]): T | undefined => list[upTo(list.length || 1)] }
}

async function step(
  payments: Payments,
  sellers: readonly string[],
  { upTo, of }: ReturnType<typeof chooser>,
): Promise<unknown> {
  const { stripe } = payments
  const amount = 50 + upTo(2_000)
  const destination = of(sellers) ?? ''
  const charge = of((await stripe.charges.list({ limit: 20 })).data)
  const kind = upTo(8)
  if (kind <= 2) return pay(payments, of(cards), { amount })
  if (kind === 3 && charge) return stripe.refunds.create({ charge: charge.id, amount: 1 + upTo(charge.amount) })
  if (kind === 4) {
    const dispute = of((await stripe.disputes.list()).data)
    return dispute && stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: of(evidences) ?? '' } })
  }
  if (kind === 5) {
    const source = charge && upTo(2) === 0 ? { source_transaction: charge.id } : {}
    return stripe.transfers.create({ amount, currency: 'usd', destination, ...source })
  }
  if (kind === 6) {
    const transfer = of((await stripe.transfers.list()).data)
    return transfer && stripe.transfers.createReversal(transfer.id, { amount: 1 + upTo(transfer.amount) })
  }
  await payments.tick(upTo(3) === 0 ? 86_400_000 : 3_000)
  return stripe.payouts.create({ amount, currency: 'usd' }, upTo(2) === 0 ? { stripeAccount: destination } : {})
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** The sums that all books together must hold, counted from the things and not from the lines. */
async function expected({ stripe }: Payments, accounts: readonly (string | undefined)[]): Promise<number> {
  const all = { limit: 10_000 }
  const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray(all)
  const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray(all)
  const disputes = await stripe.disputes.list({ limit: 100 }).autoPagingToArray(all)
  const paidOut = await Promise.all(
    accounts.map(async (account) => {
      const payouts = await stripe.payouts
        .list({ limit: 100 }, account ? { stripeAccount: account } : {})
        .autoPagingToArray(all)
      return sum(payouts, (payout) => (payout.status === 'canceled' ? 0 : payout.amount))
    }),
  )
  const fees = await stripe.balanceTransactions.list({ type: 'stripe_fee', limit: 100 }).autoPagingToArray(all)
  const paid = charges.filter((one) => one.paid)
  const taken = disputes.filter((one) => !one.status.startsWith('warning'))
  return (
    sum(paid, (one) => one.amount - Math.min(one.amount, Math.round(one.amount * 0.029) + 30)) -
    sum(refunds, (one) => (one.status === 'failed' || one.status === 'canceled' ? 0 : one.amount)) -
    sum(taken, (one) => 1_500 + (one.status === 'won' ? 0 : one.amount)) -
    sum(paidOut, (amount) => amount) +
    // The costs of answering disputes, and what comes back of them: lines by themselves.
    sum(fees, (one) => one.net)
  )
}

test.each([1, 2, 3])('whatever happens, no cent appears or disappears (seed %d)', async (seed) => {
  await using payments = startPayments({ seed })
  const { stripe } = payments
  const sellers = [(await stripe.accounts.create({})).id, (await stripe.accounts.create({})).id]
  const accounts = [undefined, ...sellers]
  const choose = chooser(seed + 100)
  let done = 0
  for (let index = 0; index < 120; index += 1) {
    const outcome = await step(payments, sellers, choose).then(
      () => 1,
      (error) => (error?.statusCode === 400 || error?.statusCode === 402 ? 0 : Promise.reject(error)),
    )
    done += outcome
  }
  const held = await Promise.all(
    accounts.map(async (account) => {
      const { available, pending } = await stripe.balance.retrieve({}, account ? { stripeAccount: account } : {})
      return sum([...available, ...pending], (one) => one.amount)
    }),
  )
  expect(done).toBeGreaterThan(50)
  expect(sum(held, (amount) => amount)).toBe(await expected(payments, accounts))
  const refunded = (await stripe.charges.list({ limit: 100 })).data.filter((one) => one.amount_refunded > one.amount)
  expect(refunded).toEqual([])
})
