import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { type Payments, pay, rejection, startPayments } from '../support/test-processor/stripe.ts'
import { createShapeCheck } from '../support/test-processor/stripe-schema.ts'

const inEuros = () => startPayments({ currency: 'eur', convertsCharges: true })

async function seller({ stripe, test }: Payments, country: string): Promise<string> {
  const { id } = await stripe.v2.core.accounts.create({
    identity: { country },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  })
  await test.completeOnboarding(id)
  return id
}

/** Type, amount, fee, currency and rate of each line of an account's balance, oldest first. */
async function lines({ stripe }: Payments, stripeAccount?: string): Promise<Stripe.BalanceTransaction[]> {
  const { data } = await stripe.balanceTransactions.list({ limit: 100 }, stripeAccount ? { stripeAccount } : {})
  return data.reverse()
}

const short = ({ type, amount, fee, currency, exchange_rate }: Stripe.BalanceTransaction) => [
  type,
  amount,
  fee,
  currency,
  exchange_rate,
]

test('a payment in another currency settles in the default currency, and its refund at the rate of that moment', async () => {
  await using payments = inEuros()
  const { stripe, test } = payments
  await test.setExchangeRate('eur', 1.25)
  const { id } = await pay(payments)
  await test.setExchangeRate('eur', 1)
  await stripe.refunds.create({ payment_intent: id, amount: 400 })
  expect((await lines(payments)).map(short)).toEqual([
    ['charge', 800, 47, 'eur', 0.8],
    ['refund', -400, 0, 'eur', 1],
  ])
  expect(await stripe.balance.retrieve()).toMatchObject({
    available: [{ currency: 'eur' }],
    pending: [{ amount: 753 }],
  })
})

test('a payment in the default currency is not converted', async () => {
  await using payments = inEuros()
  await pay(payments, 'visa', { currency: 'eur' })
  expect((await lines(payments)).map(short)).toEqual([['charge', 1_000, 59, 'eur', null]])
})

test('yen convert as whole yen', async () => {
  await using payments = inEuros()
  await payments.test.setExchangeRate('eur', 1)
  await payments.test.setExchangeRate('jpy', 0.01)
  await pay(payments, 'visa', { currency: 'jpy', amount: 700 })
  expect((await lines(payments)).map(short)).toEqual([['charge', 700, 50, 'eur', 1]])
})

test('a dispute takes and gives back converted money, and its fee is in the default currency', async () => {
  await using payments = inEuros()
  const { stripe, test } = payments
  await test.setExchangeRate('eur', 1.25)
  await pay(payments, 'createDispute')
  const [dispute] = (await stripe.disputes.list()).data
  await test.setExchangeRate('eur', 1)
  await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
  await payments.tick(10_000)
  expect((await lines(payments)).slice(1).map(short)).toEqual([
    ['adjustment', -800, 1_500, 'eur', 0.8],
    // The answer is charged, and its price comes back with the payment.
    ['stripe_fee', -2_000, 0, 'eur', null],
    ['adjustment', 1_000, 0, 'eur', 1],
    ['stripe_fee', 2_000, 0, 'eur', null],
  ])
})

test('a transfer of a charge is in the currency and within the amount in which the charge settled', async () => {
  await using payments = inEuros()
  const { stripe, test } = payments
  await test.setExchangeRate('eur', 1.25)
  const destination = await seller(payments, 'de')
  const { latest_charge } = await pay(payments)
  const source_transaction = String(latest_charge)
  const move = (amount: number, currency: string) =>
    stripe.transfers.create({ amount, currency, destination, source_transaction })
  expect(await rejection(move(500, 'usd'))).toMatchObject({
    param: 'currency',
    message:
      "The currency of source_transaction's balance transaction (eur) must be the same as the transfer currency (usd)",
  })
  expect(await rejection(move(801, 'eur'))).toMatchObject({ param: 'amount' })
  await move(800, 'eur')
  expect((await lines(payments, destination)).map(short)).toEqual([['payment', 800, 0, 'eur', null]])
})

test('an account of another currency receives a converted payment, and a reversal takes it back at the rate then', async () => {
  await using payments = startPayments()
  const { stripe, test } = payments
  await test.setExchangeRate('gbp', 2)
  const destination = await seller(payments, 'gb')
  await pay(payments, 'bypassPending', { amount: 5_000 })
  const transfer = await stripe.transfers.create({ amount: 1_000, currency: 'usd', destination })
  await test.setExchangeRate('gbp', 2.5)
  await stripe.transfers.createReversal(transfer.id, { amount: 1_000 })
  expect((await lines(payments, destination)).map(short)).toEqual([
    ['payment', 500, 0, 'gbp', 0.5],
    ['payment_refund', -400, 0, 'gbp', 0.4],
  ])
  expect((await lines(payments)).map(short)).toEqual([
    ['charge', 5_000, 175, 'usd', null],
    ['transfer', -1_000, 0, 'usd', null],
    ['transfer_refund', 1_000, 0, 'usd', null],
  ])
  const theirs = { stripeAccount: destination }
  expect(await rejection(stripe.payouts.create({ amount: 101, currency: 'gbp' }, theirs))).toMatchObject({
    code: 'balance_insufficient',
  })
  expect(await rejection(stripe.payouts.create({ amount: 10, currency: 'usd' }, theirs))).toMatchObject({
    code: 'balance_insufficient',
  })
  expect(await stripe.payouts.create({ amount: 100, currency: 'gbp' }, theirs)).toMatchObject({ currency: 'gbp' })
})

test('a transfer is not reversed when the connected account holds less', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const destination = await seller(payments, 'us')
  await pay(payments, 'bypassPending')
  const { id } = await stripe.transfers.create({ amount: 900, currency: 'usd', destination })
  await stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: destination })
  expect(await rejection(stripe.transfers.createReversal(id))).toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
  })
  expect((await stripe.transfers.createReversal(id, { amount: 400 })).amount).toBe(400)
  expect(await rejection(stripe.transfers.createReversal(id, { amount: 1 }))).toMatchObject({
    code: 'balance_insufficient',
  })
})

test('a transfer of pending money can be reversed at once, and nothing becomes available before its time', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const destination = await seller(payments, 'us')
  const { latest_charge } = await pay(payments)
  const { id } = await stripe.transfers.create({
    amount: 900,
    currency: 'usd',
    destination,
    source_transaction: String(latest_charge),
  })
  await stripe.transfers.createReversal(id)
  expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 0 }])
  await payments.tick(2 * 86_400_000)
  expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 941 }])
})

test("the platform's account tells its default currency, and connected accounts theirs by country", async () => {
  await using payments = inEuros()
  const { stripe } = payments
  const check = await createShapeCheck()
  const own = await stripe.accounts.retrieveCurrent()
  expect(check('account', own)).toEqual([])
  expect(own).toMatchObject({ object: 'account', default_currency: 'eur', charges_enabled: true })
  const ids = await Promise.all(['us', 'gb', 'jp', 'at', 'ch'].map((country) => seller(payments, country)))
  const accounts = await Promise.all(ids.map((id) => stripe.accounts.retrieve(id)))
  expect(accounts.map(({ default_currency }) => default_currency)).toEqual(['usd', 'gbp', 'jpy', 'eur', 'chf'])
})
