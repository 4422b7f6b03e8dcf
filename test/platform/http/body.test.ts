import { expect, test } from 'bun:test'
import { raw } from '../../support/platform/raw.ts'
import { shareServer } from '../../support/shared.ts'
import { world } from '../../support/world.ts'

const shared = shareServer(world)

/** A body that is sent piece by piece, so that no length of it is announced. */
const inPieces = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 10_000) controller.enqueue(Buffer.from(text.slice(at, at + 10_000)))
      controller.close()
    },
  })

test('a JSON body of 64 KiB is taken and one byte more is 413, with and without an announced length', async () => {
  const { svc, nova } = await shared()
  const sized = (bytes: number) => JSON.stringify({ cassetId: nova.cassetId, price: 900 }).padEnd(bytes)
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  const ask = async (body: string | ReadableStream) => {
    const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body, headers })
    return [response.status, Reflect.get(Object(await response.json()), 'code')]
  }
  expect(await ask(sized(65_536))).toEqual([200, undefined])
  expect(await ask(inPieces(sized(65_536)))).toEqual([200, undefined])
  expect(await ask(sized(65_537))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(await ask(inPieces(sized(65_537)))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test.each([
  ['application/json', 200],
  ['Application/JSON; Charset=UTF-8', 200],
  ['application/json;charset="utf-8"', 200],
  ['application/json; profile=x', 200],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=utf-8; charset=utf-16', 415],
  ['application/json-patch', 415],
  ['text/plain', 415],
])('a JSON route answers the type %s with %d', async (type, status) => {
  const { svc, nova } = await shared()
  const body = JSON.stringify({ cassetId: nova.cassetId, price: 900 })
  const headers = { 'content-type': type, cookie: nova.cookie }
  const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body, headers })
  expect(response.status).toBe(status)
})

test('an unknown key is named as it was sent, whatever signs it has', async () => {
  const { svc, nova } = await shared()
  for (const key of ['a/b', 'a~b', 'a~1b']) {
    const body = { cassetId: nova.cassetId, price: 900, [key]: 1 }
    const { json } = await svc.call('POST', '/api/casset/update-price', { body, cookie: nova.cookie })
    expect(json).toEqual({ error: `Unknown field "${key}".`, code: 'VALIDATION', field: key })
  }
})

test('a key in the body of a route that takes none is unknown, too, and nothing is done', async () => {
  const { svc, nova } = await shared()
  const path = `/api/studio/casset/${nova.cassetId}/file-tags`
  const take = (body?: object) => svc.call('POST', path, { cookie: nova.cookie, ...(body ? { body } : {}) })
  expect((await take({ take: ['isrc'] })).json).toEqual({
    error: 'Unknown field "take".',
    code: 'VALIDATION',
    field: 'take',
  })
  expect([(await take({})).status, (await take()).status]).toEqual([204, 204])
  expect((await svc.call('POST', path, { body: { take: ['isrc'] } })).status).toBe(401)
})

test.each(['Content-Length: 65537', 'Transfer-Encoding: chunked'])(
  'a body with "%s" that is refused unread closes its connection',
  async (header) => {
    const { svc } = await shared()
    const host = `localhost:${new URL(svc.url).port}`
    const lines = ['POST /api/auth/login HTTP/1.1', `Host: ${host}`, 'Origin: https://evil.example', header]
    const answer = await raw(svc.url, `${lines.join('\r\n')}\r\n\r\n`)
    expect(answer).toStartWith('HTTP/1.1 403')
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  },
)

test('bytes that are no UTF-8 are no JSON, and nothing of them is kept', async () => {
  const { svc, nova } = await shared()
  const body = Buffer.from('{"bio":"caf\xe9"}', 'latin1')
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  const response = await svc.fetch('/api/auth/update-profile', { method: 'POST', body, headers })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'The body is not valid JSON.', code: 'VALIDATION' },
  ])
})

test('half of an emoji is no text', async () => {
  const { svc, nova } = await shared()
  for (const field of ['displayName', 'bio']) {
    const body = { [field]: 'tape \ud83c' }
    const answer = await svc.call('POST', '/api/auth/update-profile', { cookie: nova.cookie, body })
    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field })])
  }
  // The same holds for texts that go elsewhere than into the database: to the processor, into a
  // hash.
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  const halves = [
    ['/api/checkout/test/confirm', { paymentIntentId: 'pi_1', clientSecret: '\udc00', card }, 'clientSecret'],
    [
      '/api/checkout/test/confirm',
      { paymentIntentId: 'pi_1', clientSecret: 'x', card: { ...card, cvc: '\ud800' } },
      'card.cvc',
    ],
    ['/api/auth/update-profile', { socials: [{ label: 'a', url: 'https://a.example/\ud83c\ud83c' }] }, 'socials.0.url'],
    ['/api/auth/login', { email: 'nova@example.com', password: '\ud800' }, 'password'],
  ] as const
  for (const [path, body, field] of halves) {
    const { status, json } = await svc.call('POST', path, { cookie: nova.cookie, body })
    const error = `"${field}" contains an unpaired surrogate.`
    expect([path, status, json]).toEqual([path, 400, { error, code: 'VALIDATION', field }])
  }
  const whole = await svc.call('POST', '/api/auth/update-profile', { cookie: nova.cookie, body: { bio: 'tape 🎧' } })
  expect(whole.status).toBe(200)
  const escaped = { method: 'POST', headers: { cookie: nova.cookie, 'content-type': 'application/json' } }
  expect((await svc.fetch('/api/auth/update-profile', { ...escaped, body: '{"bio":"\\ud83c\\udfa7"}' })).status).toBe(
    200,
  )
})

test('a list is no body where every key is optional, and what JavaScript reads in an object is no key anywhere', async () => {
  const { svc, nova } = await shared()
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  const send = async (body: string) => {
    const response = await svc.fetch('/api/auth/update-profile', { method: 'POST', body, headers })
    return [response.status, await response.json()]
  }
  const unknown = (field: string) => [400, { error: `Unknown field "${field}".`, code: 'VALIDATION', field }]
  expect(await send('[]')).toEqual([400, { error: 'The body must be a JSON object.', code: 'VALIDATION' }])
  expect(await send('{"__proto__":{"bio":"x"}}')).toEqual(unknown('__proto__'))
  expect(await send('{"socials":[{"__proto__":1}]}')).toEqual(unknown('socials.0.__proto__'))
  expect(await send('{"displayName":{"toString":"x"}}')).toEqual(unknown('displayName.toString'))
  expect(await send('{"bio":[{"value\\u004ff":1}]}')).toEqual(unknown('bio.0.valueOf'))
  expect((await send('{"bio":"constructor"}'))[0]).toBe(200)
})
