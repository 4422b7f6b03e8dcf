import { expect, test } from 'bun:test'
import { head, raw } from '../support/platform/raw.ts'
import type { TestServer } from '../support/server.ts'
import { openShop, settled, shopOf, startShop } from '../support/shop/checkout.ts'

const names = ['receipt', 'three-d-secure', 'onboarding'] as const
const types = [
  undefined,
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
] as const
const bodies = ['', 'choice=approve', 'choice=constructor', '%zz=%', '{', '--x\r\nbroken', '\u0000', '['.repeat(9_000)]

const lineOf = (svc: TestServer) => svc.logged.map((line) => String(Reflect.get(JSON.parse(line), 'event')))

/** Every header that stands on the site's pages stands on these. */
function expectGuarded(headers: Headers): void {
  expect(headers.get('content-security-policy')).toStartWith("default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('x-request-id')).not.toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
}

test('a page that nobody was sent to is a short page, whatever is sent there', async () => {
  await using svc = await startShop({ limiter: { take: () => 0 } })
  for (const name of names) {
    const address = `/test-processor/${name}/x`
    for (const type of types) {
      for (const body of bodies) {
        const headers = type === undefined ? {} : { 'content-type': type }
        const asked = await svc.fetch(address, { method: 'POST', body: new TextEncoder().encode(body), headers })
        const text = await asked.text()
        expect([name, type, body, asked.status]).toEqual([name, type, body, name === 'receipt' ? 405 : 404])
        expect(asked.headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(text.length).toBeLessThan(2_000)
        expectGuarded(asked.headers)
      }
    }
    for (const method of ['GET', 'HEAD']) {
      const asked = await svc.fetch(address, { method })
      expect([name, method, asked.status]).toEqual([name, method, 404])
      expectGuarded(asked.headers)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, json, headers } = await svc.call(method, address)
      expect([method, status, headers.get('allow'), json]).toEqual([
        method,
        405,
        'GET, HEAD, POST',
        { error: 'This address takes GET, HEAD, POST.', code: 'METHOD_NOT_ALLOWED' },
      ])
    }
  }
  expect((await svc.fetch('/test-processor/receipt/x', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  expect(lineOf(svc).filter((event) => event.includes('test processor'))).toEqual([])
})

test('the body of a page may break off or be chunked, and addresses may be malformed', async () => {
  await using svc = await startShop()
  const { host } = new URL(svc.url)
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n3\r\n%zz\r\n0\r\n\r\n'
  expect(await raw(svc.url, head('POST', '/test-processor/onboarding/x', host) + chunked)).toStartWith('HTTP/1.1 404')
  for (const path of ['%zz', '%00', '%ff%fe', '..', '%2e%2e', '%2f', '//', '\\..\\v1', '?', '#', '@', ':', '[', '']) {
    for (const name of names) {
      const answer = await raw(svc.url, `${head('GET', `/test-processor/${name}/${path}`, host)}\r\n`)
      expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 404'])
    }
  }
})

test('an onboarding that is answered with nonsense asks again, and its link stays whole', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { json } = await svc.call('POST', '/api/studio/payouts/onboarding', {
    cookie: ada.cookie,
    body: { country: 'at' },
    headers: { origin: svc.url },
  })
  const path = new URL(String(Reflect.get(Object(json), 'url'))).pathname
  for (const body of [
    '',
    'choice=',
    'choice=constructor',
    'choice=__proto__',
    'choice=toString',
    '{"choice":"later"}',
  ]) {
    const asked = await svc.fetch(path, { method: 'POST', body, redirect: 'manual' })
    expect([body, asked.status, await asked.text()]).toEqual([body, 200, expect.stringContaining('Give all details')])
  }
  const done = await svc.fetch(path, { method: 'POST', body: 'choice=complete', redirect: 'manual' })
  expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringContaining(svc.url)])
})

test('where the processor is down or breaks, its pages are 503 without a word of the fault', async () => {
  const broken: { answer?: () => Promise<Response> } = {}
  const intercept = (_: Request, proceed: () => Promise<Response>) => (broken.answer ?? proceed)()
  await using svc = await startShop({ testProcessor: { intercept } })
  const expectRefused = async () => {
    const { status, json, headers } = await svc.call('GET', '/test-processor/receipt/x')
    expect([status, json, headers.get('retry-after')]).toEqual([
      503,
      { error: 'The test processor cannot show this page right now.', code: 'UNAVAILABLE' },
      '5',
    ])
    const page = await svc.fetch('/test-processor/receipt/x', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await page.text()).not.toMatch(/secret|ECONN|127\.0\.0\.1:/)
  }
  // The work that the start asks of it is done.
  await settled(svc)
  broken.answer = () => Promise.reject(new Error('a secret of the inside'))
  await expectRefused()
  broken.answer = async () => new Response('a secret of the inside', { status: 500 })
  await expectRefused()
  await shopOf(svc).test.stop()
  await expectRefused()
  const events = lineOf(svc).filter((event) => event.startsWith('test processor'))
  expect(events.filter((event) => event === 'test processor page failed')).toHaveLength(4)
  expect(events.filter((event) => event === 'test processor does not answer')).toHaveLength(2)
  expect(events).toHaveLength(8)
  expect(svc.logged.join('\n')).not.toContain('\\n')
})
