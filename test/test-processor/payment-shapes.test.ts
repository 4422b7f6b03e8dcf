import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type Stripe from 'stripe'
import { testLimitMs } from '../support/limits.ts'
import { type Payments, pay, startPayments } from '../support/test-processor/stripe.ts'
import { type CheckShape, createShapeCheck } from '../support/test-processor/stripe-schema.ts'

setDefaultTimeout(testLimitMs)

let check: CheckShape

beforeAll(async () => {
  check = await createShapeCheck()
})

const recipient = {
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
}
const everyPart: Stripe.V2.Core.AccountRetrieveParams['include'] = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'identity',
  'requirements',
]

async function seller({ stripe, test }: Payments): Promise<string> {
  const { id } = await stripe.v2.core.accounts.create({ ...recipient, contact_email: 'nova@tapedeck.example' })
  await test.completeOnboarding(id)
  return id
}

const faults = (thing: { object: string }) => check(thing.object, thing)

test('the check itself refuses what the SDK does not declare', async () => {
  await using payments = startPayments()
  const intent = await pay(payments)
  const { client_secret: _, ...short } = intent
  expect(check('payment_intent', short).join()).toContain('client_secret')
  expect(check('payment_intent', { ...intent, amount: '1000' }).join()).toContain('/amount')
  expect(check('payment_intent', { ...intent, invented: 1 }).join()).toContain('invented')
  expect(check('payment_intent', { ...intent, latest_charge: { object: 'charge' } })).not.toEqual([])
})

test('a payment in each of its states has the shape that the SDK declares', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const customer = await stripe.customers.create({ email: 'ada@tapedeck.example', name: 'Ada' })
  const paid = await pay(payments, 'visa', { customer: customer.id, metadata: { order: '1' } })
  const waiting = await pay(payments, 'authenticationRequired')
  const open = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
  await pay(payments, 'chargeDeclined').catch(() => {})
  const declined = (await stripe.paymentIntents.list({ limit: 1 })).data
  const charges = (await stripe.charges.list({})).data
  const methods = [await stripe.paymentMethods.retrieve(String(paid.payment_method))]
  for (const thing of [customer, paid, waiting, open, canceled, ...declined, ...charges, ...methods]) {
    expect(faults(thing)).toEqual([])
  }
  expect([declined[0]?.last_payment_error?.code, charges.map((one) => one.status)]).toEqual([
    'card_declined',
    ['failed', 'succeeded'],
  ])
})

test('expanded things keep their declared shape', async () => {
  await using payments = startPayments()
  const destination = await seller(payments)
  const paid = await pay(payments, 'visa', {
    expand: ['payment_method', 'latest_charge.balance_transaction.source', 'latest_charge.refunds'],
  })
  const { latest_charge: charge } = paid
  const source_transaction = typeof charge === 'string' ? charge : (charge?.id ?? '')
  const transfer = await payments.stripe.transfers.create({
    amount: 500,
    currency: 'usd',
    destination,
    source_transaction,
    expand: ['destination_payment.balance_transaction', 'destination'],
  })
  expect([faults(paid), faults(transfer)]).toEqual([[], []])
  expect(transfer).toMatchObject({ destination: { object: 'account' }, destination_payment: { object: 'charge' } })
})

test('refunds, disputes and warnings have the shape that the SDK declares', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  for (const card of ['visa', 'refundFail', 'pendingRefund']) {
    const { id } = await pay(payments, card)
    await stripe.refunds.create({ payment_intent: id, amount: 400, reason: 'requested_by_customer' })
  }
  for (const card of ['createDispute', 'createDisputeInquiry', 'createIssuerFraudRecord']) await pay(payments, card)
  const before = (await stripe.refunds.list({})).data
  await payments.tick(10_000)
  const after = (await stripe.refunds.list({})).data
  const disputes = (await stripe.disputes.list({})).data
  const warnings = (await stripe.radar.earlyFraudWarnings.list({})).data
  const charges = (await stripe.charges.list({})).data
  expect([before.length, after.length, disputes.length, warnings.length]).toEqual([3, 3, 2, 1])
  for (const thing of [...before, ...after, ...disputes, ...warnings, ...charges]) expect(faults(thing)).toEqual([])
})

test('accounts, links, transfers, reversals, payouts and balances have the shape that the SDK declares', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const fresh = await stripe.v2.core.accounts.create({ ...recipient, include: everyPart })
  const link = await stripe.v2.core.accountLinks.create({
    account: fresh.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'https://t.example/a',
        return_url: 'https://t.example/b',
      },
    },
  })
  const account = await seller(payments)
  const ready = await stripe.v2.core.accounts.retrieve(account, { include: everyPart })
  const old = await stripe.accounts.retrieve(account)
  await pay(payments, 'bypassPending')
  const transfer = await stripe.transfers.create({ amount: 500, currency: 'usd', destination: account })
  const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 200 })
  await payments.tick(2 * 86_400_000)
  const payout = await stripe.payouts.create({ amount: 200, currency: 'usd' }, { stripeAccount: account })
  const balance = await stripe.balance.retrieve()
  const theirs = { stripeAccount: account }
  const lists = [
    (await stripe.transfers.list({})).data,
    (await stripe.balanceTransactions.list({ limit: 100 })).data,
    (await stripe.balanceTransactions.list({ limit: 100 }, theirs)).data,
    (await stripe.charges.list({}, theirs)).data,
    (await stripe.refunds.list({}, theirs)).data,
    (await stripe.transfers.listReversals(transfer.id)).data,
    (await stripe.v2.core.accounts.list({})).data,
    (await stripe.accounts.list({})).data,
  ]
  for (const list of lists) expect(list.length).toBeGreaterThan(0)
  for (const thing of [fresh, link, ready, old, transfer, reversal, payout, balance, ...lists.flat()]) {
    expect(faults(thing)).toEqual([])
  }
})

test('webhook endpoints and event destinations have the shape that the SDK declares', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const url = 'http://127.0.0.1:9/hook'
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['payment_intent.succeeded'] })
  const destination = await stripe.v2.core.eventDestinations.create({
    name: 'Tapedeck',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: ['v2.core.account.created'],
    webhook_endpoint: { url },
    include: ['webhook_endpoint.signing_secret', 'webhook_endpoint.url'],
  })
  const listed = (await stripe.webhookEndpoints.list({})).data
  for (const thing of [endpoint, destination, ...listed]) expect(faults(thing)).toEqual([])
  expect(listed).toHaveLength(1)
})
