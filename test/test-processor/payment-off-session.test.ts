import { expect, test } from 'bun:test'
import { type Payments, rejection, startPayments } from '../support/test-processor/stripe.ts'

const returned = { return_url: 'https://tapedeck.example/return' }

/** A customer whose card was kept at a payment, for payments at which nobody is there. */
async function keptCard({ stripe }: Payments, token: string) {
  const customer = await stripe.customers.create({ email: 'ada@example.org' })
  const intent = await stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    customer: customer.id,
    payment_method: `pm_card_${token}`,
    setup_future_usage: 'off_session',
    automatic_payment_methods: { enabled: true },
  })
  const confirmed = await stripe.paymentIntents.confirm(intent.id, returned)
  const url = confirmed.next_action?.redirect_to_url?.url
  if (url) await fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'approve' }), redirect: 'manual' })
  const { payment_method: method } = await stripe.paymentIntents.retrieve(intent.id)
  return { customer: customer.id, method: String(method) }
}

const later = ({ stripe }: Payments, { customer, method }: { customer: string; method: string }, amount = 500) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    customer,
    payment_method: method,
    off_session: true,
    confirm: true,
    ...returned,
  })

test.each(['visa', 'authenticationRequiredOnSetup'])(
  'a card (%s) that was set up pays without its holder',
  async (token) => {
    await using payments = startPayments()
    const kept = await keptCard(payments, token)
    expect((await later(payments, kept)).status).toBe('succeeded')
    expect((await payments.stripe.paymentMethods.retrieve(kept.method)).customer).toBe(kept.customer)
  },
)

test('a card that always asks its holder is refused without them, and they can confirm the same payment', async () => {
  await using payments = startPayments()
  const kept = await keptCard(payments, 'authenticationRequired')
  const error = await rejection(later(payments, kept))
  expect(error).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' })
  const [refused] = (await payments.stripe.paymentIntents.list({ customer: kept.customer })).data
  expect(refused).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'authentication_required', payment_method: { id: kept.method } },
  })
  const again = await payments.stripe.paymentIntents.confirm(refused?.id ?? '', {
    payment_method: kept.method,
    ...returned,
  })
  expect(again.status).toBe('requires_action')
})

test('a payment that keeps its card is not confirmed without its holder', async () => {
  await using payments = startPayments()
  const { customer, method } = await keptCard(payments, 'visa')
  const intent = await payments.stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer,
    setup_future_usage: 'off_session',
  })
  const confirmed = payments.stripe.paymentIntents.confirm(intent.id, {
    payment_method: method,
    off_session: true,
    ...returned,
  })
  expect(await rejection(confirmed)).toMatchObject({ type: 'StripeInvalidRequestError', param: 'off_session' })
})

test('a bank may decide otherwise about a kept card, which is refused with its code from then on', async () => {
  await using payments = startPayments()
  const kept = await keptCard(payments, 'visa')
  await payments.test.changeCard(kept.method, '4000000000009995')
  expect(await rejection(later(payments, kept))).toMatchObject({ decline_code: 'insufficient_funds' })
  await payments.test.changeCard(kept.method, '4242424242424242')
  expect((await later(payments, kept)).status).toBe('succeeded')
})
