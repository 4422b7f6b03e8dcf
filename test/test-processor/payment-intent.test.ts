import { describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { testCards } from '../../src/test-processor/customer/test-cards.ts'
import { type Payments, pay, rejection, startPayments } from '../support/test-processor/stripe.ts'

const open = ({ stripe }: Payments, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    ...more,
  })

const typed = (number: string, more = {}) => ({ number, expMonth: 12, expYear: 2030, cvc: '123', ...more })

/** Pays as the browser does, with the publishable key and the client secret. */
async function payInBrowser(payments: Payments, card: ReturnType<typeof typed>) {
  const intent = await open(payments)
  const answer = await payments.test.confirmCard({
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card,
    returnUrl: 'https://tapedeck.example/return',
  })
  return { answer, intent: await payments.stripe.paymentIntents.retrieve(intent.id) }
}

const codeOf = (error: unknown) => (error instanceof Stripe.errors.StripeError ? error.code : error)

describe('an intent', () => {
  test('is made unpaid, with a client secret of its own, and changes until it is paid', async () => {
    await using payments = startPayments()
    const intent = await open(payments, { metadata: { order: 'a' }, receipt_email: 'ada@tapedeck.example' })
    expect(intent).toMatchObject({
      amount: 1_000,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      metadata: { order: 'a' },
      receipt_email: 'ada@tapedeck.example',
      status: 'requires_payment_method',
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{25}$`))
    const changed = await payments.stripe.paymentIntents.update(intent.id, { amount: 1_500, metadata: { note: 'b' } })
    expect([changed.amount, changed.metadata]).toEqual([1_500, { order: 'a', note: 'b' }])
    expect(await payments.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount: 1_500 })
  })

  test('of a good card succeeds, and the money less 2.9 % and 30 is pending for two days', async () => {
    await using payments = startPayments()
    const { answer, intent } = await payInBrowser(payments, typed('4242 4242 4242 4242'))
    expect(answer).toEqual({ status: 'succeeded', code: null, declineCode: null, message: null, nextAction: null })
    expect([intent.status, intent.amount_received]).toEqual(['succeeded', 1_000])
    const charge = await payments.stripe.charges.retrieve(String(intent.latest_charge), {
      expand: ['balance_transaction'],
    })
    expect(charge).toMatchObject({
      paid: true,
      status: 'succeeded',
      balance_transaction: { amount: 1_000, fee: 59, net: 941, status: 'pending', type: 'charge' },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    })
    const funds = async () => {
      const { available, pending } = await payments.stripe.balance.retrieve()
      return [available[0]?.amount, pending[0]?.amount]
    }
    expect(await funds()).toEqual([0, 941])
    await payments.tick(2 * 86_400_000)
    expect(await funds()).toEqual([941, 0])
  })

  test('is canceled once, and neither paid nor canceled after that', async () => {
    await using payments = startPayments()
    const { id } = await open(payments)
    const { stripe } = payments
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect([canceled.status, canceled.cancellation_reason]).toEqual(['canceled', 'abandoned'])
    const again = await rejection(stripe.paymentIntents.cancel(id))
    const paid = await rejection(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: 'https://t.example' }),
    )
    expect([codeOf(again), codeOf(paid)]).toEqual([
      'payment_intent_unexpected_state',
      'payment_intent_unexpected_state',
    ])
    expect((await stripe.charges.list()).data).toEqual([])
  })

  test('that is paid is not paid again, canceled or changed', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const { id } = await pay(payments)
    const attempts = [
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: 'https://t.example' }),
      stripe.paymentIntents.cancel(id),
      stripe.paymentIntents.update(id, { amount: 5_000 }),
    ]
    const codes = await Promise.all(attempts.map(async (attempt) => codeOf(await rejection(attempt))))
    expect(codes).toEqual(Array(3).fill('payment_intent_unexpected_state'))
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('is refused with an amount or a currency that cannot be charged', async () => {
    await using payments = startPayments()
    const codes = []
    for (const more of [
      { amount: 0 },
      { amount: -5 },
      { amount: 10.5 },
      { amount: 49 },
      { amount: 100_000_000 },
      { currency: 'xyz' },
      { currency: 'jpy', amount: 49 },
    ]) {
      const error = await rejection(open(payments, more))
      codes.push(error instanceof Stripe.errors.StripeInvalidRequestError ? [error.param, error.code] : error)
    }
    expect(codes).toEqual([
      ['amount', 'parameter_invalid_integer'],
      ['amount', 'parameter_invalid_integer'],
      ['amount', 'parameter_invalid_integer'],
      ['amount', 'amount_too_small'],
      ['amount', 'amount_too_large'],
      ['currency', undefined],
      ['amount', 'amount_too_small'],
    ])
    expect((await payments.stripe.paymentIntents.list()).data).toEqual([])
  })

  test('confirmed by a server must name a return address when a redirect is possible', async () => {
    await using payments = startPayments()
    const { id } = await open(payments)
    const error = await rejection(payments.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError' })
    const closed = await open(payments, { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } })
    const paid = await payments.stripe.paymentIntents.confirm(closed.id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
  })
})

describe('a browser with the publishable key', () => {
  test('sees and pays the one intent whose secret it knows, and learns nothing else', async () => {
    await using payments = startPayments()
    const intent = await open(payments, { metadata: { order: 'private' } })
    const other = await open(payments)
    const key = payments.processor.publishableKey
    const ask = (path: string) => payments.ask('GET', path, { key })
    const own = await ask(`/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`)
    expect([own.status, own.body.id, own.body.metadata]).toEqual([200, intent.id, undefined])
    const answers = await Promise.all([
      ask(`/v1/payment_intents/${intent.id}`),
      ask(`/v1/payment_intents/${intent.id}?client_secret=${other.client_secret}`),
      ask('/v1/payment_intents'),
      ask('/v1/balance'),
      payments.ask('POST', '/v1/refunds', { key, form: 'payment_intent=pi_1' }),
      payments.ask('POST', `/v1/payment_intents/${intent.id}/confirm`, {
        key,
        form: 'payment_method=pm_card_visa&client_secret=no',
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 403, 403, 403, 400])
    const declined = await payments.ask('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      key,
      form: `payment_method=pm_card_chargeDeclined&client_secret=${intent.client_secret}`,
    })
    expect(declined.body.error).toMatchObject({ type: 'card_error', payment_intent: { id: intent.id } })
    expect(JSON.stringify(declined.body)).not.toContain('private')
    expect((await payments.stripe.charges.list()).data.filter(({ paid }) => paid)).toEqual([])
  })
})

describe('a test card', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', null],
    ['4000000000000127', 'incorrect_cvc', null],
    ['4000000000000119', 'processing_error', null],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ])('%s is declined with %s', async (number, code, declineCode) => {
    await using payments = startPayments()
    const { answer, intent } = await payInBrowser(payments, typed(number))
    expect(answer).toMatchObject({ status: 'requires_payment_method', code, declineCode, nextAction: null })
    expect([intent.status, intent.payment_method, intent.amount_received]).toEqual(['requires_payment_method', null, 0])
    expect(intent.last_payment_error).toMatchObject({ code, type: 'card_error' })
    const [charge] = (await payments.stripe.charges.list({ payment_intent: intent.id })).data
    expect([charge?.status, charge?.failure_code, charge?.balance_transaction]).toEqual(['failed', code, null])
    expect((await payments.stripe.balanceTransactions.list()).data).toEqual([])
  })

  test.each([
    [typed('4242424242424241'), 'incorrect_number'],
    [typed('4242'), 'incorrect_number'],
    [typed('4111111111111111'), 'card_declined'],
    [typed('4242424242424242', { expMonth: 13 }), 'invalid_expiry_month'],
    [typed('4242424242424242', { expYear: 2020 }), 'invalid_expiry_year'],
    [typed('4242424242424242', { expMonth: 10, expYear: 2026 }), 'invalid_expiry_year'],
    [typed('4242424242424242', { cvc: '12' }), 'invalid_cvc'],
  ])('typed as %j is refused with %s before anything is charged', async (card, code) => {
    await using payments = startPayments()
    const { answer, intent } = await payInBrowser(payments, card)
    expect([answer?.status, answer?.code]).toEqual(['requires_payment_method', code])
    expect([intent.status, intent.last_payment_error]).toEqual(['requires_payment_method', null])
    expect((await payments.stripe.charges.list()).data).toEqual([])
  })

  test('after a decline another one pays the same intent', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const { id } = await open(payments)
    const confirm = (card: string) =>
      stripe.paymentIntents.confirm(id, { payment_method: card, return_url: 'https://tapedeck.example/return' })
    expect(codeOf(await rejection(confirm('pm_card_chargeDeclined')))).toBe('card_declined')
    const paid = await confirm('pm_card_visa')
    expect([paid.status, paid.last_payment_error]).toEqual(['succeeded', null])
    expect((await stripe.charges.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
    ])
  })

  test('every number of the table passes the check digit', () => {
    const sum = (number: string) =>
      [...number].reverse().reduce((total, digit, index) => {
        const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
        return total + (value > 9 ? value - 9 : value)
      }, 0)
    const wrong = Object.keys(testCards).filter((number) => sum(number) % 10 !== 0)
    expect(wrong).toEqual([])
  })
})
