import { expect, test } from 'bun:test'
import { head, raw } from '../support/platform/raw.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { begin, card, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'

const missing = { error: 'There is no such page.', code: 'NOT_FOUND' }

/** The bank's question about a begun payment, as the visitor at `origin` is sent there. */
async function question(origin: (svc: TestServer) => string) {
  const opened = await openShop()
  const { svc, ada } = opened
  const started = await begin(svc, ada)
  const { paymentIntentId, clientSecret } = started
  const { json } = await svc.call('POST', '/api/checkout/test/confirm', {
    cookie: ada.cookie,
    body: { paymentIntentId, clientSecret, card: card('4000000000003220') },
    headers: { origin: origin(svc) },
  })
  return { ...opened, url: String(Reflect.get(Object(Reflect.get(Object(json), 'nextAction')), 'url')) }
}

const answer = (url: string, headers: Record<string, string>, body: string | URLSearchParams) =>
  fetch(url, { method: 'POST', body, headers, redirect: 'manual' })

test('the bank asks on the origin that the visitor has open, and sends them back there', async () => {
  for (const origin of [(svc: TestServer) => svc.url, (svc: TestServer) => svc.url.replace('127.0.0.1', 'localhost')]) {
    const { svc, url } = await question(origin)
    await using _ = svc
    const here = origin(svc)
    expect(url).toStartWith(`${here}/test-processor/three-d-secure/pi_`)
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('x-request-id')).not.toBeNull()
    expect(await page.text()).toContain('Complete authentication')
    const done = await answer(url, { origin: here }, new URLSearchParams({ choice: 'approve' }))
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`${here}/checkout/nova?payment_intent=pi_`),
    ])
    await settled(svc)
    expect((await shopOf(svc).stripe.charges.list()).data).toMatchObject([{ paid: true }])
  }
})

test('a browser that came from elsewhere is sent back to the address that the instance is known by', async () => {
  const { svc, ada } = await openShop({ env: { BASE_URL: 'https://deck.example' } })
  await using _ = svc
  const { json } = await confirm(svc, ada, await begin(svc, ada), card('4000000000003220'))
  const action = Object(Reflect.get(Object(json), 'nextAction'))
  expect(action).toEqual({ url: expect.stringContaining('https://deck.example/test-processor/three-d-secure/') })
})

test('no other site answers the bank in the payer’s place, and nonsense answers nothing', async () => {
  const { svc, url } = await question((one) => one.url)
  await using _ = svc
  const approve = new URLSearchParams({ choice: 'approve' })
  const foreign = [
    await answer(url, { origin: 'https://evil.example' }, approve),
    await answer(url, { origin: 'null' }, approve),
    await answer(url, { 'sec-fetch-site': 'cross-site' }, approve),
  ]
  expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403])
  const asked = await answer(url, { 'content-type': 'application/json' }, '{"choice":"approve"}')
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Complete authentication')])
  const large = await answer(url, {}, 'choice='.padEnd(70_000, 'x'))
  expect(large.status).toBe(413)
  expect((await svc.fetch('/test-processor/three-d-secure/pi_none/x')).status).toBe(404)
  const inside = [
    'v1/charges',
    '/v1/charges',
    'receipt/%2e%2e/v1/charges',
    'receipt/../v1/charges',
    '@evil.example/receipt/x',
  ]
  for (const path of inside) {
    const asked = `${head('GET', `/test-processor/${path}`, new URL(svc.url).host)}\r\n`
    expect(await raw(svc.url, asked)).toStartWith('HTTP/1.1 404')
  }
  expect((await shopOf(svc).stripe.charges.list()).data).toEqual([])
})

test('where real money may move there are no such pages', async () => {
  const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  for (const env of [{}, stripe]) {
    await using svc = await startServer({ env })
    for (const method of ['GET', 'POST']) {
      const { status, json } = await svc.call(method, '/test-processor/onboarding/x')
      expect([status, json]).toEqual([404, missing])
    }
  }
})
