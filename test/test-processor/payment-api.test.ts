import { describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import {
  type Payments,
  pay,
  publishableKey,
  rejection,
  secretKey,
  startPayments,
} from '../support/test-processor/stripe.ts'

const form = 'amount=1000&currency=usd'

const intents = async ({ stripe }: Payments) => (await stripe.paymentIntents.list({ limit: 100 })).data

describe('a list', () => {
  async function seven(payments: Payments) {
    for (let amount = 101; amount <= 107; amount += 1) {
      await payments.stripe.paymentIntents.create({ amount, currency: 'usd' })
      await payments.tick(1_000)
    }
  }
  const amounts = (list: Stripe.ApiList<Stripe.PaymentIntent>) => [list.data.map(({ amount }) => amount), list.has_more]

  test('comes newest first, in pages either way', async () => {
    await using payments = startPayments()
    await seven(payments)
    const list = (params: Stripe.PaymentIntentListParams) => payments.stripe.paymentIntents.list(params)
    const one = await list({ limit: 3 })
    expect([one.object, one.url]).toEqual(['list', '/v1/payment_intents'])
    expect(amounts(one)).toEqual([[107, 106, 105], true])
    const two = await list({ limit: 3, starting_after: one.data.at(-1)?.id ?? '' })
    expect(amounts(two)).toEqual([[104, 103, 102], true])
    expect(amounts(await list({ limit: 3, starting_after: two.data.at(-1)?.id ?? '' }))).toEqual([[101], false])
    expect(amounts(await list({ limit: 2, ending_before: two.data.at(0)?.id ?? '' }))).toEqual([[106, 105], true])
    expect(amounts(await list({ limit: 10, ending_before: two.data.at(0)?.id ?? '' }))).toEqual([
      [107, 106, 105],
      false,
    ])
    const all = await payments.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ amount }) => amount)).toEqual([107, 106, 105, 104, 103, 102, 101])
  })

  test('is cut by the time of creation', async () => {
    await using payments = startPayments()
    const start = Math.floor(payments.now() / 1000)
    await seven(payments)
    const within = async (created: Stripe.RangeQueryParam | number) =>
      (await payments.stripe.paymentIntents.list({ created })).data.map(({ amount }) => amount)
    expect(await within({ gte: start + 5 })).toEqual([107, 106])
    expect(await within({ gt: start + 1, lt: start + 4 })).toEqual([104, 103])
    expect(await within(start)).toEqual([101])
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['limit=2.5', 'limit'],
    ['starting_after=pi_none', 'starting_after'],
    ['colour=red', 'colour'],
    ['created[about]=1', 'created[about]'],
  ])('refuses %s', async (query, param) => {
    await using payments = startPayments()
    const { status, body } = await payments.ask('GET', `/v1/payment_intents?${query}`)
    expect([status >= 400 && status < 405, body.error]).toMatchObject([true, { type: 'invalid_request_error', param }])
  })
})

describe('expanding', () => {
  test('puts things in place of ids, four deep, in lists too, and changes nothing that is kept', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const customer = await stripe.customers.create({ name: 'Ada' })
    const deep = await pay(payments, 'visa', {
      customer: customer.id,
      expand: ['customer', 'latest_charge.balance_transaction.source'],
    })
    expect(deep).toMatchObject({
      customer: { name: 'Ada' },
      latest_charge: { balance_transaction: { net: 941, source: { object: 'charge' } } },
    })
    const { data } = await stripe.paymentIntents.list({ expand: ['data.latest_charge.balance_transaction'] })
    expect(data).toMatchObject([{ latest_charge: { balance_transaction: { net: 941 } } }])
    expect((await stripe.paymentIntents.retrieve(deep.id)).customer).toBe(customer.id)
  })

  test('of what is no reference is refused', async () => {
    await using payments = startPayments()
    const { id } = await pay(payments)
    for (const path of ['amount', 'nothing', 'latest_charge.currency', '__proto__']) {
      const error = await rejection(payments.stripe.paymentIntents.retrieve(id, { expand: [path] }))
      expect(error).toMatchObject({ statusCode: 400, param: 'expand' })
    }
  })
})

describe('the API', () => {
  test('opens to its own secret key alone, by bearer or basic', async () => {
    await using payments = startPayments()
    const status = async (key: string | null, headers = {}) =>
      (await payments.ask('GET', '/v1/balance', { key, headers })).status
    expect(await status(secretKey)).toBe(200)
    expect(await status(null, { authorization: `Basic ${btoa(`${secretKey}:`)}` })).toBe(200)
    for (const key of [null, 'sk_live_abc', 'sk_test_other', '', `${secretKey}x`]) expect(await status(key)).toBe(401)
    expect(await status(publishableKey)).toBe(403)
    const live = await payments.ask('GET', '/v1/balance', { key: 'sk_live_51Nsecretsecret' })
    expect(JSON.stringify(live.body)).not.toContain('51Nsecret')
  })

  test('answers with a request id, the version that was asked for, and errors in one shape', async () => {
    await using payments = startPayments()
    const good = await payments.ask('GET', '/v1/balance', { headers: { 'stripe-version': '2024-06-20' } })
    const bad = await payments.ask('GET', '/v1/charges/ch_none')
    expect(good.headers.get('request-id')).toMatch(/^req_\w{14}$/)
    expect([good.headers.get('stripe-version'), bad.headers.get('stripe-version')]).toEqual([
      '2024-06-20',
      '2026-10-28.endive',
    ])
    expect(good.headers.get('request-id')).not.toBe(bad.headers.get('request-id'))
    expect([bad.status, bad.body]).toEqual([
      404,
      {
        error: {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: "No such charge: 'ch_none'",
          param: 'id',
          doc_url: 'https://docs.stripe.com/error-codes/resource-missing',
          request_log_url: `https://dashboard.stripe.com/test/logs/${bad.headers.get('request-id')}`,
        },
      },
    ])
  })

  test.each([
    ['GET', '/v1/nothing'],
    ['PATCH', '/v1/payment_intents'],
    ['GET', '/v1/payment_intents/'],
    ['POST', '/v1/payment_intents/pi_1/explode'],
    ['GET', '/v2/core/nothing'],
  ])('knows no %s %s', async (method, path) => {
    await using payments = startPayments()
    const { status, body } = await payments.ask(method, path, method === 'GET' ? {} : { form: '' })
    expect([status, body.error]).toMatchObject([404, { type: 'invalid_request_error' }])
  })

  test.each([
    ['amount=1000', 'currency', 'parameter_missing'],
    ['amount=ten&currency=usd', 'amount', 'parameter_invalid_integer'],
    ['amount=1e3&currency=usd', 'amount', 'parameter_invalid_integer'],
    ['amount[a]=1&currency=usd', 'amount', 'parameter_invalid_integer'],
    [`${form}&colour=red`, 'colour', 'parameter_unknown'],
    [
      `${form}&automatic_payment_methods[on]=true&automatic_payment_methods[enabled]=true`,
      'automatic_payment_methods[on]',
      'parameter_unknown',
    ],
    [`${form}&confirm=maybe`, 'confirm', undefined],
    [`${form}&customer=cus_none`, 'customer', 'resource_missing'],
    [`${form}&payment_method=pm_none`, 'payment_method', 'resource_missing'],
    [`${form}&__proto__[x]=1`, '__proto__[x]', undefined],
    [`${form}&a[b][c][d][e][f][g][h][i]=1`, 'a[b][c][d][e][f][g][h][i]', undefined],
  ])('refuses the form %s', async (text, param, code) => {
    await using payments = startPayments()
    const { status, body } = await payments.ask('POST', '/v1/payment_intents', { form: text })
    expect([400, 404]).toContain(status)
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      ...(param ? { param } : {}),
      ...(code ? { code } : {}),
    })
    expect(await intents(payments)).toEqual([])
  })

  test('refuses metadata whose names, values or number are too large', async () => {
    await using payments = startPayments()
    const many = Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=v`).join('&')
    for (const text of [`metadata[${'k'.repeat(41)}]=v`, `metadata[k]=${'v'.repeat(501)}`, many]) {
      const { status, body } = await payments.ask('POST', '/v1/payment_intents', { form: `${form}&${text}` })
      expect([status, body.error]).toMatchObject([400, { param: 'metadata' }])
    }
    const most = `${form}&metadata[${'k'.repeat(40)}]=${'v'.repeat(500)}`
    expect((await payments.ask('POST', '/v1/payment_intents', { form: most })).status).toBe(200)
  })

  test('unsets a key of the metadata by an empty string, and keeps the others', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    await pay(payments, 'visa', { metadata: { side: 'A', track: '1' } })
    const charge = (await stripe.charges.list()).data[0]?.id ?? ''
    const change = { metadata: { side: '', track: '2' } }
    expect((await stripe.charges.update(charge, change)).metadata).toEqual({ track: '2' })
    const open = await stripe.paymentIntents.create({ amount: 100, currency: 'usd', metadata: { side: 'A' } })
    expect((await stripe.paymentIntents.update(open.id, change)).metadata).toEqual({ track: '2' })
    const { id: customer } = await stripe.customers.create({ metadata: { side: 'A' } })
    expect((await stripe.customers.update(customer, change)).metadata).toEqual({ track: '2' })
  })

  test('refuses a parameter that the pinned version no longer has, but takes it from callers that pin none', async () => {
    await using payments = startPayments()
    const asked = `${form}&payment_method_types[]=card`
    const ask = (headers = {}) => payments.ask('POST', '/v1/payment_intents', { form: asked, headers })
    expect((await ask({ 'stripe-version': '2026-10-28.endive' })).body.error).toMatchObject({
      code: 'parameter_unknown',
    })
    expect((await ask()).status).toBe(200)
  })

  test('takes JSON on v2 and nothing else that is no object', async () => {
    await using payments = startPayments()
    for (const text of ['[', '[]', '"x"', 'null']) {
      const { status } = await payments.ask('POST', '/v2/core/accounts', { form: text })
      expect(status).toBe(400)
    }
    expect((await payments.ask('POST', '/v2/core/accounts', { json: {} })).status).toBe(200)
  })
})
