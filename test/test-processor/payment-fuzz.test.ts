import { expect, test } from 'bun:test'
import { fuzzProcessor } from '../support/fuzz/processor.ts'
import { head, raw } from '../support/platform/raw.ts'
import { secretKey, startPayments } from '../support/test-processor/stripe.ts'

// One seed of those that the soak has.
test("the test processor answers nonsense in Stripe's words", async () => {
  const failed: unknown[] = []
  await using payments = startPayments({ onError: (error) => failed.push(error) })
  expect(await fuzzProcessor(payments.test.url, 1, 1_000)).toEqual([])
  expect(failed).toEqual([])
})

const refused = (status: number, message: string) => [
  status,
  { error: expect.objectContaining({ type: 'invalid_request_error', message: expect.stringContaining(message) }) },
  expect.stringMatching(/^req_\w{14}$/),
]

const json = { 'content-type': 'application/json' }

test.each([
  ['a broken object', 'POST', '/v2/core/accounts', { form: '{"a":', headers: json }, 400, 'Invalid JSON'],
  ['a list', 'POST', '/v2/core/accounts', { form: '[1]' }, 400, 'Invalid JSON'],
  ['a prototype', 'POST', '/v2/core/accounts', { form: '{"__proto__":{"a":1}}' }, 400, 'parameter: __proto__'],
  ['a deep list', 'POST', '/v2/core/accounts', { form: '['.repeat(200_000) }, 400, 'Invalid JSON'],
  ['a deep key', 'POST', '/v1/customers', { form: 'a[b][c][d][e][f][g][h][i]=1' }, 400, 'Invalid parameter name'],
  ['a prototype’s key', 'POST', '/v1/customers', { form: 'metadata[__proto__]=1' }, 400, 'Invalid parameter name'],
  ['a key of two kinds', 'POST', '/v1/customers', { form: 'a=1&a[b]=2' }, 400, 'Invalid hash'],
  ['a thousand keys', 'POST', '/v1/customers', { form: 'a=1&'.repeat(1_001) }, 400, 'Too many parameters'],
  ['a megabyte', 'POST', '/v1/customers', { form: 'x'.repeat(1_000_001) }, 413, 'too large'],
  ['three megabytes', 'POST', '/v1/customers', { form: 'x'.repeat(3_000_000) }, 413, 'too large'],
  ['JSON for a form', 'POST', '/v1/customers', { json: { email: 'a@b.example' } }, 400, 'POST content type'],
  ['a long key', 'POST', '/v1/customers', { headers: { 'idempotency-key': 'x'.repeat(10_000) } }, 400, 'at most 255'],
  ['a basic key that is none', 'GET', '/v1/customers', { headers: { authorization: 'Basic %%' } }, 401, 'Invalid API'],
  ['no key', 'GET', '/v1/customers', { key: null }, 401, 'did not provide an API key'],
  ['an id that is none', 'GET', '/v1/customers/%zz%00', {}, 404, 'No such customer'],
  ['another method', 'PATCH', '/v1/customers', {}, 404, 'Unrecognized request URL'],
  ['an address above all', 'GET', '/v1', {}, 404, 'Unrecognized request URL'],
  ['the root', 'GET', '/', {}, 404, 'Unrecognized request URL'],
] as const)("%s is refused in Stripe's words", async (_, method, path, asked, status, message) => {
  await using payments = startPayments()
  const answer = await payments.ask(method, path, asked)
  expect([answer.status, answer.body, answer.headers.get('request-id')]).toEqual(refused(status, message))
})

test('a return address that is none is refused, and so is one of a link', async () => {
  await using payments = startPayments()
  const form = 'amount=1000&currency=usd&confirm=true&payment_method=pm_card_threeDSecure2Required&return_url=nonsense'
  const intent = await payments.ask('POST', '/v1/payment_intents', { form })
  expect([intent.status, intent.body.error]).toMatchObject([400, { code: 'url_invalid', param: 'return_url' }])
  const made = await payments.ask('POST', '/v2/core/accounts', { json: { identity: { country: 'us' } } })
  const urls = { refresh_url: 'https://a.example', return_url: 'https://' }
  const use_case = { type: 'account_onboarding', account_onboarding: urls }
  const json = { account: made.body.id, use_case }
  const link = await payments.ask('POST', '/v2/core/account_links', { json })
  expect([link.status, link.body.error]).toMatchObject([400, { code: 'url_invalid' }])
})

test('an object that another names is found by its kind, and by nothing that every object has', async () => {
  await using payments = startPayments()
  const form = 'amount=1000&currency=usd&on_behalf_of=constructor_1&expand[]=on_behalf_of'
  const { status, body } = await payments.ask('POST', '/v1/payment_intents', { form })
  expect([status, body.error]).toMatchObject([400, { param: 'expand' }])
})

test('an odd Host or address is answered too', async () => {
  await using payments = startPayments()
  const { url } = payments.test
  const key = `Authorization: Bearer ${secretKey}\r\n\r\n`
  for (const host of ['a', 'a b', '[', 'x/', '%zz', ':']) {
    const answer = await raw(url, head('GET', '/v1/charges/none', host) + key)
    expect([host, answer.slice(0, 12)]).toEqual([host, 'HTTP/1.1 404'])
  }
})

test('a fault of its own is an api_error in one line, and never a page of code', async () => {
  const failed: unknown[] = []
  const fault = new Error('a secret of the inside')
  const payments = startPayments({ onError: (error) => failed.push(error), intercept: () => Promise.reject(fault) })
  await using _ = payments
  for (const path of ['/v1/charges', '/receipt/x']) {
    const answer = await payments.ask('GET', path)
    expect([answer.status, answer.body, answer.headers.get('request-id')]).toEqual([
      500,
      { error: { type: 'api_error', message: 'Something went wrong on the test processor.' } },
      expect.stringMatching(/^req_/),
    ])
  }
  expect(failed).toEqual([fault, fault])
})
