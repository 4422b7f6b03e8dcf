import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { type Payments, pay, rejection, startPayments } from '../support/test-processor/stripe.ts'
import { createShapeCheck } from '../support/test-processor/stripe-schema.ts'

const charges = async ({ stripe }: Payments) =>
  (await stripe.charges.list()).data.map(({ status, paid, balance_transaction }) => [
    status,
    paid,
    balance_transaction !== null,
  ])

const types = async ({ stripe }: Payments) => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)

async function fit(...things: { object: string }[]): Promise<void> {
  const check = await createShapeCheck()
  for (const thing of things) expect(check(thing.object, thing)).toEqual([])
}

const allOf = async ({ stripe }: Payments): Promise<{ object: string }[]> => [
  ...(await stripe.paymentIntents.list()).data,
  ...(await stripe.charges.list()).data,
]

test('a debit stays in processing until the bank pays it', async () => {
  await using payments = startPayments()
  const { id, status } = await pay(payments, 'debit', { expand: ['payment_method'] })
  expect([status, await charges(payments)]).toEqual(['processing', [['pending', false, false]]])
  await fit(...(await allOf(payments)))
  await payments.tick(30 * 86_400_000)
  expect((await payments.stripe.paymentIntents.retrieve(id)).status).toBe('processing')
  const refused = { code: 'payment_intent_unexpected_state', statusCode: 400 }
  expect(await rejection(payments.stripe.paymentIntents.cancel(id))).toMatchObject(refused)
  expect(await rejection(payments.stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 })
  await payments.test.finishPayment(id, 'succeeded')
  const paid = await payments.stripe.paymentIntents.retrieve(id)
  expect([paid.status, paid.amount_received, await charges(payments)]).toEqual([
    'succeeded',
    1_000,
    [['succeeded', true, true]],
  ])
  await fit(...(await allOf(payments)))
  expect((await types(payments)).slice(0, 4)).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'charge.pending',
    'payment_intent.processing',
  ])
  expect(payments.test.finishPayment(id, 'failed')).rejects.toThrow('waits for no bank')
})

test('a debit that the bank returns needs another payment method, and can then be cancelled', async () => {
  await using payments = startPayments()
  const { id } = await pay(payments, 'debit')
  await payments.test.finishPayment(id, 'failed')
  const failed = await payments.stripe.paymentIntents.retrieve(id)
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
  })
  expect(await charges(payments)).toEqual([['failed', false, false]])
  expect((await types(payments)).slice(0, 2)).toEqual(['payment_intent.payment_failed', 'charge.failed'])
  await fit(...(await allOf(payments)))
  expect((await payments.stripe.paymentIntents.cancel(id)).status).toBe('canceled')
})

test('a voucher requires action until it is paid at the counter', async () => {
  await using payments = startPayments()
  const { id, status, next_action, payment_method } = await pay(payments, 'voucher')
  expect([status, await charges(payments)]).toEqual(['requires_action', []])
  await fit(...(await allOf(payments)), await payments.stripe.paymentMethods.retrieve(String(payment_method)))
  const url = next_action?.boleto_display_details?.hosted_voucher_url ?? ''
  expect(await (await fetch(url)).text()).toContain('$10.00 are to be paid.')
  const press = (choice: string) => fetch(url, { method: 'POST', body: new URLSearchParams({ choice }) })
  expect(await (await press('pay')).text()).toContain('The voucher is paid.')
  expect((await payments.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect(await charges(payments)).toEqual([['succeeded', true, true]])
  expect((await press('pay')).status).toBe(404)
})

test('a voucher that expires, or that its buyer gives up, is not paid', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const [one, two] = [await pay(payments, 'voucher'), await pay(payments, 'voucher')]
  await payments.test.finishPayment(one.id, 'failed')
  const expired = await stripe.paymentIntents.retrieve(one.id)
  expect([expired.status, expired.last_payment_error?.code]).toEqual([
    'requires_payment_method',
    'payment_intent_payment_attempt_expired',
  ])
  expect((await stripe.paymentIntents.cancel(two.id)).status).toBe('canceled')
  expect(payments.test.finishPayment(two.id, 'succeeded')).rejects.toThrow('waits for no bank')
})

test("a bank account pays by Stripe's own parameters too", async () => {
  await using payments = startPayments()
  const method = await payments.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'AT611904300234573201' },
    billing_details: { name: 'Ada', email: 'ada@t.example' },
  })
  expect(method).toMatchObject({ type: 'sepa_debit', sepa_debit: { country: 'AT', last4: '3201' } })
  await fit(method)
  const paid = await pay(payments, '', { payment_method: method.id, currency: 'eur' })
  expect(paid.status).toBe('processing')
})

test('a charge that is captured asynchronously has its balance transaction later, and tells so', async () => {
  await using payments = startPayments({ captureMs: 60_000 })
  const { stripe } = payments
  const paid = await pay(payments, 'visa', { expand: ['latest_charge'] })
  const charge: Stripe.Charge | undefined =
    typeof paid.latest_charge === 'object' ? (paid.latest_charge ?? undefined) : undefined
  expect([paid.status, charge?.paid, charge?.balance_transaction]).toEqual(['succeeded', true, null])
  const { id: destination } = await stripe.accounts.create({})
  const move = () =>
    stripe.transfers.create({ amount: 900, currency: 'usd', destination, source_transaction: charge?.id ?? '' })
  expect(await rejection(move())).toMatchObject({ param: 'source_transaction' })
  await payments.tick(60_000)
  expect((await types(payments))[0]).toBe('charge.updated')
  expect((await move()).amount).toBe(900)
  const now = await pay(payments, 'visa', { capture_method: 'automatic', expand: ['latest_charge'] })
  expect(now.latest_charge).toMatchObject({ balance_transaction: expect.stringMatching(/^txn_/) })
})
