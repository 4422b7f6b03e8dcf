import { describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { type Payments, rejection, startPayments } from '../support/test-processor/stripe.ts'

const draft = {
  amount: 1_000,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  return_url: 'https://t.example',
}
const form = 'amount=1000&currency=usd'

const intents = async ({ stripe }: Payments) => (await stripe.paymentIntents.list({ limit: 100 })).data

describe('an idempotency key', () => {
  test('gives the first answer again, byte for byte, and does nothing twice', async () => {
    await using payments = startPayments()
    const headers = { 'idempotency-key': 'order-1' }
    const create = () => payments.ask('POST', '/v1/payment_intents', { form, headers })
    const [one, two] = [await create(), await create()]
    expect(two.body).toEqual(one.body)
    expect([one.headers.get('idempotent-replayed'), two.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
    expect(one.headers.get('idempotency-key')).toBe('order-1')
    expect(await intents(payments)).toHaveLength(1)
  })

  test('gives a decline again instead of charging the card again', async () => {
    await using payments = startPayments()
    const attempt = () =>
      rejection(
        payments.stripe.paymentIntents.create(
          { ...draft, payment_method: 'pm_card_chargeDeclined' },
          { idempotencyKey: 'k' },
        ),
      )
    const errors = [await attempt(), await attempt()]
    expect(errors.map((error) => error instanceof Stripe.errors.StripeCardError && error.charge)).toEqual(
      Array(2).fill(expect.stringMatching(/^ch_/)),
    )
    expect((await payments.stripe.charges.list()).data).toHaveLength(1)
  })

  test('keeps a refusal for a day, also after its cause has gone', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const { id } = await stripe.paymentIntents.create({ ...draft, payment_method: 'pm_card_bypassPending' })
    const refund = (amount: number, idempotencyKey: string) =>
      stripe.refunds.create({ payment_intent: id, amount }, { idempotencyKey })
    const first = await refund(700, 'a')
    expect(await rejection(refund(700, 'b'))).toMatchObject({ statusCode: 400, param: 'amount' })
    await payments.test.restrict({ failing: 1 })
    expect(await rejection(refund(100, 'c'))).toMatchObject({ statusCode: 500, rawType: 'api_error' })
    await payments.tick(86_400_000 - 1)
    expect((await refund(700, 'a')).id).toBe(first.id)
    expect(await rejection(refund(700, 'b'))).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await rejection(refund(100, 'c'))).toMatchObject({ statusCode: 500 })
    expect((await stripe.refunds.list()).data).toHaveLength(1)
    await payments.tick(1)
    expect((await refund(100, 'c')).amount).toBe(100)
  })

  test('is not spent by a request that was refused for its number or its key', async () => {
    await using payments = startPayments()
    const { stripe, test } = payments
    const create = () => stripe.paymentIntents.create(draft, { idempotencyKey: 'k' })
    await test.restrict({ rateLimited: 1 })
    expect(await rejection(create())).toMatchObject({ statusCode: 429, code: 'rate_limit' })
    await test.restrict({ forbidden: ['POST /v1/payment_intents'] })
    expect(await rejection(create())).toMatchObject({ statusCode: 403, type: 'StripePermissionError' })
    expect(await intents(payments)).toEqual([])
    await test.restrict({})
    expect((await create()).status).toBe('succeeded')
  })

  test('with other parameters is refused, and the first answer stays', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const options = { idempotencyKey: 'order-2' }
    const first = await stripe.paymentIntents.create(draft, options)
    const error = await rejection(stripe.paymentIntents.create({ ...draft, amount: 2_000 }, options))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400, rawType: 'idempotency_error' })
    const other = await rejection(stripe.refunds.create({ payment_intent: first.id }, options))
    expect(other).toMatchObject({ rawType: 'idempotency_error' })
    expect((await stripe.paymentIntents.create(draft, options)).id).toBe(first.id)
    expect((await intents(payments)).map(({ amount }) => amount)).toEqual([1_000])
  })

  test('a key whose request is still running is a conflict', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const pause = (request: Request) => {
      if (request.headers.get('idempotency-key') !== 'slow') return Promise.resolve()
      reach()
      return released
    }
    await using payments = startPayments({ pause })
    const headers = { 'idempotency-key': 'slow' }
    const create = () => payments.ask('POST', '/v1/payment_intents', { form, headers })
    const slow = create()
    await reached
    const twin = await create()
    expect([twin.status, twin.body.error]).toMatchObject([
      409,
      { type: 'idempotency_error', code: 'idempotency_key_in_use' },
    ])
    release()
    expect((await slow).status).toBe(200)
    expect((await create()).headers.get('idempotent-replayed')).toBe('true')
    expect(await intents(payments)).toHaveLength(1)
  })

  test('belongs to one account, is not spent by a wrong request, and is forgotten after a day', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const account = await stripe.accounts.create({})
    const options = { idempotencyKey: 'k' }
    const wrong = { form: `${form}&no_such_thing=1`, headers: { 'idempotency-key': 'k' } }
    expect((await payments.ask('POST', '/v1/payment_intents', wrong)).status).toBe(400)
    const ours = await stripe.paymentIntents.create(draft, options)
    const theirs = await stripe.paymentIntents.create(draft, { ...options, stripeAccount: account.id })
    expect(theirs.id).not.toBe(ours.id)
    await payments.tick(86_400_000)
    expect((await stripe.paymentIntents.create({ ...draft, amount: 700 }, options)).amount).toBe(700)
    expect(await intents(payments)).toHaveLength(2)
  })

  test("makes the SDK's own retries safe when the answer is lost, broken or no JSON", async () => {
    const broken: ((answer: Response) => Response | Promise<Response>)[] = [
      () => new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
      () => Response.json({ error: { type: 'api_error', message: 'later' } }, { status: 500 }),
    ]
    let left = [...broken]
    const intercept = async (request: Request, answer: () => Promise<Response>) => {
      const response = await answer()
      const spoil = request.method === 'POST' ? left.shift() : undefined
      return spoil ? spoil(response) : response
    }
    await using payments = startPayments({ intercept, retries: 2 })
    const paid = await payments.stripe.paymentIntents.create(draft)
    expect([paid.status, left.length]).toEqual(['succeeded', 0])
    expect((await payments.stripe.charges.list()).data).toHaveLength(1)
    left = [() => new Response('{"id":"pi_', { headers: { 'content-type': 'application/json' } })]
    const half = await rejection(payments.stripe.paymentIntents.create(draft, { idempotencyKey: 'half' }))
    expect(half).toMatchObject({ type: 'StripeAPIError' })
    const again = await payments.stripe.paymentIntents.create(draft, { idempotencyKey: 'half' })
    expect(again.status).toBe('succeeded')
    expect((await payments.stripe.charges.list()).data).toHaveLength(2)
  })
})
