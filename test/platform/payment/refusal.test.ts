import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { inLanguage } from '../../../src/lib/language/say.ts'
import { ProcessorFault } from '../../../src/platform/payment/ask-processor.ts'
import { ProcessorRefusal } from '../../../src/platform/payment/refusal.ts'
import { shareShop } from '../../support/shared.ts'
import { ask, begin, collect, confirm, settled, shopOf, verify } from '../../support/shop/checkout.ts'

type Intercept = (request: Request, answer: () => Promise<Response>) => Promise<Response>

const isAsked = (method: string, path: string) => (request: Request) =>
  request.method === method && new URL(request.url).pathname.startsWith(path)
const isCreation = isAsked('POST', '/v1/payment_intents')
const isRefund = isAsked('POST', '/v1/refunds')

const refusal = (status: number, error: Record<string, string>) =>
  Response.json(
    { error: { type: 'invalid_request_error', message: 'No 4242424242424242 here', ...error } },
    { status, headers: { 'request-id': 'req_seen' } },
  )

let answering: Intercept = async (_request, answer) => answer()
const sharedShop = shareShop({ testProcessor: { intercept: (request, answer) => answering(request, answer) } })

/** The shop of all tests here; from now on `intercept` answers for its processor. */
async function shopThat(intercept: Intercept) {
  answering = async (_request, answer) => answer()
  const shop = await sharedShop()
  answering = intercept
  const { length } = shop.svc.logged
  return { ...shop, logged: () => shop.svc.logged.slice(length) }
}

const unusable = {
  error: 'This site cannot use its payment processor right now.',
  code: 'UNAVAILABLE',
  hint: 'The owner of this site has to look at it: the log names the reason.',
}

test.each([
  ['amount_too_small', 400, 409, 'BAD_STATE', 'The payment processor does not take so small an amount.'],
  ['amount_too_large', 400, 409, 'BAD_STATE', 'The payment processor does not take so large an amount.'],
  ['payment_intent_invalid_parameter', 400, 409, 'BAD_STATE', 'The payment processor refused this.'],
  ['testmode_charges_only', 400, 503, 'UNAVAILABLE', unusable.error],
  ['account_closed', 400, 503, 'UNAVAILABLE', unusable.error],
  ['', 403, 503, 'UNAVAILABLE', unusable.error],
  ['', 401, 503, 'UNAVAILABLE', unusable.error],
])('a checkout that the processor refuses with %p (%i) is answered %i, and the log has its reason', async (...row) => {
  const [code, refused, status, ours, error] = row
  const intercept: Intercept = async (request, answer) =>
    isCreation(request) ? refusal(refused, code === '' ? {} : { code }) : answer()
  const { svc, ada, logged } = await shopThat(intercept)
  const answer = await ask(svc, ada)
  expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code: ours, error })])
  const [line = '', ...more] = logged().filter((text) => text.includes('"event":"processor refused"'))
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', code, status: refused, requestId: 'req_seen' })
  expect(more).toEqual([])
  expect(logged().join()).not.toContain('4242')
})

test('a currency that the account cannot take is told to the buyer', async () => {
  const intercept: Intercept = async (request, answer) =>
    isCreation(request) ? refusal(400, { param: 'currency' }) : answer()
  const { svc, ada } = await shopThat(intercept)
  const { status, json } = await ask(svc, ada)
  expect([status, json]).toEqual([
    409,
    {
      error: 'The payment processor does not take this currency here.',
      code: 'BAD_STATE',
      hint: 'The owner of this site has to choose another one.',
    },
  ])
})

test('with a restricted key a tip, an onboarding, a verification and a refund are answered, never 500', async () => {
  let isRestricted = false
  const intercept: Intercept = async (_request, answer) => (isRestricted ? refusal(403, {}) : answer())
  const { svc, ada, nova, hidden } = await shopThat(intercept)
  const { orderId, paymentIntentId } = await collect(svc, ada)
  isRestricted = true
  const asked = await Promise.all([
    verify(svc, ada, { paymentIntentId }),
    svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } }),
    svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: nova.cookie, body: {} }),
    svc.call('POST', '/api/studio/payouts/onboarding', { cookie: hidden.cookie, body: { country: 'us' } }),
  ])
  expect(asked.map(({ status, json }) => [status, json])).toEqual(asked.map(() => [503, unusable]))
})

test('the page of payouts shows what is known where the processor refuses to tell more', async () => {
  let isRefusing = false
  const intercept: Intercept = async (request, answer) =>
    isRefusing && request.method === 'GET' ? refusal(400, { code: 'parameter_unknown' }) : answer()
  const { svc, ada, nova } = await shopThat(intercept)
  await collect(svc, ada)
  isRefusing = true
  const { status, json } = await svc.call('GET', '/api/studio/payouts', { cookie: nova.cookie })
  expect([status, json]).toEqual([200, expect.objectContaining({ state: 'READY', current: false })])
})

test('an answered fault at a new payment is asked again with another key, a lost answer with the same', async () => {
  const keys: (string | null)[] = []
  const spoilt = [() => refusal(500, { type: 'api_error' }), () => new Response('<html>')]
  const intercept: Intercept = async (request, answer) => {
    if (!isCreation(request)) return answer()
    keys.push(request.headers.get('idempotency-key'))
    return (spoilt.shift() ?? answer)()
  }
  const { svc, ada } = await shopThat(intercept)
  const { orderId } = await begin(svc, ada)
  const [first, second, third] = keys
  expect(first).toBe(`order-${orderId}`)
  expect(second).toStartWith(`order-${orderId}-`)
  expect([third, keys.length]).toEqual([second, 3])
})

test('a refund whose fault was answered gets a new key at the next press, and one whose answer was lost the same', async () => {
  const keys: (string | null)[] = []
  let spoil: ((answer: () => Promise<Response>) => Promise<Response>) | undefined
  const intercept: Intercept = async (request, answer) => {
    if (!isRefund(request)) return answer()
    keys.push(request.headers.get('idempotency-key'))
    return spoil ? spoil(answer) : answer()
  }
  const { svc, ada, nova } = await shopThat(intercept)
  const { orderId, paymentIntentId } = await collect(svc, ada)
  const press = () =>
    svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
      cookie: nova.cookie,
      body: { amount: 300, refundedAmount: 0 },
    })
  spoil = async () => refusal(500, { type: 'api_error' })
  expect((await press()).status).toBe(503)
  spoil = async () => new Response('<html>')
  expect((await press()).status).toBe(503)
  spoil = undefined
  expect((await press()).status).toBe(200)
  await settled(svc)
  expect(keys).toEqual([`refund-${orderId}-0-0`, ...Array.from({ length: 4 }, () => `refund-${orderId}-0-1`)])
  const { data } = await shopOf(svc).stripe.refunds.list({ payment_intent: paymentIntentId })
  expect(data.map(({ amount }) => amount)).toEqual([300])
})

test('a cancel that was refused once is asked again by the next checkout', async () => {
  let isRefusing = false
  const keys: (string | null)[] = []
  const intercept: Intercept = async (request, answer) => {
    if (!new URL(request.url).pathname.endsWith('/cancel')) return answer()
    keys.push(request.headers.get('idempotency-key'))
    return isRefusing ? refusal(400, { code: 'payment_intent_unexpected_state' }) : answer()
  }
  const { svc, ada } = await shopThat(intercept)
  await begin(svc, ada)
  isRefusing = true
  expect((await ask(svc, ada)).status).toBe(409)
  isRefusing = false
  const started = await begin(svc, ada)
  expect((await confirm(svc, ada, started)).status).toBe(200)
  await settled(svc)
  // The SDK's own keys: a new one for each request.
  expect(new Set(keys).size).toBe(2)
  const bought = svc.ctx.db.select().from(purchases).where(eq(purchases.userId, ada.userId)).all()
  expect(bought.length).toBe(1)
})

test('payers read in their own language that the processor refuses, or does not answer', () => {
  const reason = { type: 'invalid_request_error', code: 'amount_too_small', param: '', status: 400, requestId: '' }
  const read = inLanguage('de', () => [new ProcessorRefusal(reason), new ProcessorFault(false)])
  expect(read.map(({ message, detail }) => [message, detail.hint])).toEqual([
    ['Der Zahlungsdienst nimmt so kleine Beträge nicht an.', 'Wähle einen größeren.'],
    [
      'Der Zahlungsdienst antwortet gerade nicht.',
      'Versuch es in einer Minute noch einmal. Du wirst nicht zweimal belastet.',
    ],
  ])
})
