import { expect, test } from 'bun:test'
import { head, raw } from '../../support/platform/raw.ts'
import { startServer } from '../../support/server.ts'
import { shareServer } from '../../support/shared.ts'
import { world } from '../../support/world.ts'

const shared = shareServer(world)

test.each(['evil.example', 'a', '', 'localhost.evil.example', '127.0.0.1:1', 'localhost', '127.0.0.1', '[::1]'])(
  'the host "%s" is refused with 421',
  async (host) => {
    const { svc } = await shared()
    const text = await raw(svc.url, `${head('GET', '/api/cassets/recent', host)}\r\n`)
    expect(text).toStartWith('HTTP/1.1 421')
    expect(text).toContain('"code":"MISDIRECTED"')
  },
)

test('a foreign host cannot shift the path to a route', async () => {
  const { svc } = await shared()
  const text = await raw(svc.url, `${head('GET', '/api/cassets/recent', 'x/')}\r\n`)
  expect(text).not.toStartWith('HTTP/1.1 200')
})

test('localhost, 127.0.0.1 and BASE_URL are our hosts, and healthz answers for any', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://nova.example' } })
  const { port } = new URL(svc.url)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'nova.example', 'NOVA.example']) {
    expect(await raw(svc.url, `${head('GET', '/api/cassets/recent', host)}\r\n`)).toStartWith('HTTP/1.1 200')
  }
  expect(await raw(svc.url, `${head('GET', '/healthz', 'probe')}\r\n`)).toStartWith('HTTP/1.1 200')
})

test('an answer that Bun gives by itself is known: without a body or id, or by the path alone of an absolute target', async () => {
  await using svc = await startServer()
  const { host } = new URL(svc.url)
  const refused = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
  expect(await raw(svc.url, 'GET / HTTP/1.1\r\n\r\n')).toBe(refused('400 Bad Request'))
  expect(await raw(svc.url, `${head('OPTIONS', '*', host)}\r\n`)).toBe(refused('400 Bad Request'))
  expect(await raw(svc.url, `${head('FOO', '/', host)}\r\n`)).toBe('')
  const large = `${head('GET', '/', host)}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`
  expect(await raw(svc.url, large)).toBe(refused('431 Request Header Fields Too Large'))
  const absolute = (authority: string, own: string) =>
    raw(svc.url, `${head('GET', `http://${authority}/healthz2`, own)}\r\n`)
  expect(await absolute('other.example', 'other.example')).toStartWith('HTTP/1.1 421')
  expect(await absolute(host, 'other.example')).toStartWith('HTTP/1.1 421')
  expect(await absolute('other.example', host)).toStartWith('HTTP/1.1 404')
  expect(await raw(svc.url, `${head('CONNECT', 'other.example:443', host)}\r\n`)).toStartWith('HTTP/1.1 4')
})

test('no other address answers for any host because it begins like healthz', async () => {
  const { svc } = await shared()
  for (const path of ['/healthz2', '/healthz/', '/health', '/api/healthz']) {
    expect([path, await raw(svc.url, `${head('GET', path, 'probe')}\r\n`)]).toEqual([
      path,
      expect.stringMatching(/^HTTP\/1\.1 421/),
    ])
  }
})

test('each request that brings no id gets one of its own', async () => {
  await using svc = await startServer()
  await using sibling = await startServer()
  const paths = ['/api/nothing', '/nothing', '/healthz', '/api/v1/artists/nobody']
  const asked = [svc, sibling].flatMap(({ call }) =>
    Array.from({ length: 40 }, (_, n) => call('GET', paths[n % 4] ?? '')),
  )
  const ids = (await Promise.all(asked)).map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(80)
})

test('a slash at the end changes nothing, neither where forms nor where events arrive', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova } = await world(svc)
  for (const path of ['/api/webhooks/stripe', '/api/studio/stripe/webhook']) {
    for (const end of ['', '/']) {
      const { status, json } = await svc.call('POST', path + end, {
        body: {},
        headers: { origin: 'https://a.example' },
      })
      expect([path, end, status, json]).toMatchObject([path, end, 400, { code: 'VALIDATION' }])
    }
  }
  for (const path of ['/api/studio/assets', `/api/studio/casset/${nova.cassetId}/tracks`]) {
    for (const end of ['', '/']) {
      const { status, json } = await svc.call('POST', path + end, { body: {}, cookie: nova.cookie })
      const error = 'This route takes multipart/form-data with a part named "file".'
      expect([path, end, status, json]).toEqual([path, end, 415, { error, code: 'UNSUPPORTED_MEDIA_TYPE' }])
    }
  }
})

test('a part of an address that cannot be decoded is no more than an address with nothing there', async () => {
  const { svc } = await shared()
  for (const part of ['%zz', '%', '%ff', '%c3%28', '%zz/', '%ff/']) {
    for (const at of ['/pfp/', '/@', '/receipt/', '/checkout/', '/theme/', '/api/audio/', '/api/emojis/', '/a/']) {
      const { status } = await svc.call('GET', at + part)
      expect([at + part, status]).toEqual([at + part, 404])
    }
  }
})

test('a write from another origin, from a null origin or across sites is forbidden before anything else', async () => {
  const { svc, nova } = await shared()
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: `${svc.url}.evil.example` },
  ]
  for (const headers of foreign) {
    const body = { cassetId: nova.cassetId, price: 900 }
    const answer = await svc.call('POST', '/api/casset/update-price', { cookie: nova.cookie, body, headers })
    expect([answer.status, answer.json]).toEqual([
      403,
      { error: 'Another site may not do this in your name.', code: 'FORBIDDEN' },
    ])
  }
  const { json } = await svc.call('GET', '/api/casset/nova/media')
  expect(json).toHaveProperty('casset.price.amount', 700)
})

test('a write from our own origin, or from no browser, is taken', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  for (const headers of [{ origin: svc.url }, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}]) {
    const body = { cassetId: nova.cassetId, price: 900 }
    expect((await svc.call('POST', '/api/casset/update-price', { cookie: nova.cookie, body, headers })).status).toBe(
      200,
    )
  }
})

test('behind BASE_URL writes come from its origin, in scheme, host and port, and from the loopback ones', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://nova.example' } })
  const { nova } = await world(svc)
  const { port } = new URL(svc.url)
  const statusOf = async (origin: string) => {
    const body = { cassetId: nova.cassetId, price: 900 }
    return (await svc.call('POST', '/api/casset/update-price', { cookie: nova.cookie, body, headers: { origin } }))
      .status
  }
  for (const origin of ['https://nova.example', `http://localhost:${port}`, `http://[::1]:${port}`]) {
    expect([origin, await statusOf(origin)]).toEqual([origin, 200])
  }
  for (const origin of [
    'http://nova.example',
    'https://nova.example:444',
    'https://a.nova.example',
    'http://localhost',
    `https://localhost:${port}`,
  ]) {
    expect([origin, await statusOf(origin)]).toEqual([origin, 403])
  }
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'a JSON route refuses the type "%s" with 415',
  async (type) => {
    const { svc, nova } = await shared()
    const body = new TextEncoder().encode(JSON.stringify({ cassetId: nova.cassetId, price: 900 }))
    const headers: Record<string, string> = { cookie: nova.cookie }
    if (type !== '') headers['content-type'] = type
    const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body, headers })
    expect([response.status, await response.json()]).toEqual([
      415,
      { error: 'This route takes application/json in UTF-8.', code: 'UNSUPPORTED_MEDIA_TYPE' },
    ])
  },
)

test.each(['{', '{"price":}', 'null garbage', '\u0000', '[1,2'])('the unparseable body %j is 400', async (text) => {
  const { svc, nova } = await shared()
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body: text, headers })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'The body is not valid JSON.', code: 'VALIDATION' },
  ])
})

test.each(['null', '[]', '"text"', '7', '{}'])('the JSON body %s is refused by the schema', async (text) => {
  const { svc, nova } = await shared()
  const headers = { 'content-type': 'application/json; charset=utf-8', cookie: nova.cookie }
  const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body: text, headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toHaveProperty('code', 'VALIDATION')
})

test('an unknown key is refused by name and changes nothing', async () => {
  const { svc, nova } = await shared()
  const body = { name: 'New name', owner: 'me' }
  const answer = await svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, { cookie: nova.cookie, body })
  expect([answer.status, answer.json]).toEqual([
    400,
    { error: 'Unknown field "owner".', code: 'VALIDATION', field: 'owner' },
  ])
  const nested = await svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, {
    cookie: nova.cookie,
    body: { themeTokens: { accent: '#ffffff', glow: '#000000' } },
  })
  expect(nested.json).toHaveProperty('field', 'themeTokens.glow')
  expect((await svc.call('GET', '/api/casset/nova/media')).json).toHaveProperty('casset.name', 'First Light')
})

test('a known path with another method is 405 with Allow, an unknown one 404', async () => {
  const { svc } = await shared()
  const wrong = await svc.call('DELETE', '/api/cassets/recent')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(wrong.json).toEqual({ error: 'This address takes GET, HEAD.', code: 'METHOD_NOT_ALLOWED' })
  const unknown = await svc.call('GET', '/api/nothing')
  expect([unknown.status, unknown.json]).toEqual([
    404,
    { error: 'There is nothing at this address.', code: 'NOT_FOUND' },
  ])
})

test('every answer has a request id and the security headers', async () => {
  const { svc } = await shared()
  for (const path of ['/api/cassets/recent', '/api/nothing', '/api/v1/artists/nobody', '/', '/nothing']) {
    const { headers } = await svc.call('GET', path)
    expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
})

test('X-Forwarded-For counts only behind a trusted proxy, from the right', async () => {
  // No token comes back however long 61 requests take.
  await using plain = await startServer({ clock: 'stands' })
  await using proxied = await startServer({ clock: 'stands', env: { TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' } })
  const spendAll = async (url: string, forwarded: (n: number) => string) => {
    const codes = new Set<number>()
    for (let n = 0; n < 61; n += 1) {
      const headers = { 'x-forwarded-for': forwarded(n) }
      codes.add((await fetch(`${url}/api/v1/artists/nobody`, { headers })).status)
    }
    return [...codes]
  }
  expect(await spendAll(plain.url, (n) => `198.51.100.${n}`)).toEqual([404, 429])
  expect(await spendAll(proxied.url, (n) => `198.51.100.${n}`)).toEqual([404])
  expect(await spendAll(proxied.url, (n) => `198.51.100.${n}, 203.0.113.9, 10.1.1.1`)).toEqual([404, 429])
  expect(await spendAll(proxied.url, (n) => `2001:db8:1:2::${n.toString(16)}`)).toEqual([404, 429])
})

test('a fault shows its request id and nothing of its insides', async () => {
  await using svc = await startServer()
  svc.ctx.db.$client.run('ALTER TABLE cassets RENAME TO gone')
  const answer = await svc.call('GET', '/api/cassets/recent', { headers: { 'x-request-id': 'find-me' } })
  expect([answer.status, answer.json]).toEqual([
    500,
    { error: 'Something went wrong on our side.', code: 'INTERNAL', hint: 'Quote this request ID: find-me' },
  ])
  expect(svc.logged.join()).toContain('find-me')
  expect(svc.logged.join()).not.toContain('no such table')
})

test('a text without a least length is refused by its most alone', async () => {
  const { svc } = await shared()
  const body = { email: 'nova@example.org', password: 'x'.repeat(201) }
  const { json } = await svc.call('POST', '/api/auth/login', { body })
  const error = '"password" must be a string of at most 200 characters.'
  expect(json).toEqual({ error, code: 'VALIDATION', field: 'password' })
})

test.each([
  [{}, { field: 'cassetId', error: '"cassetId" is missing.' }],
  [
    { price: 7 },
    {
      field: 'price',
      error: '"price" must be 0, or a whole number from 50 to 1000000.',
      hint: 'Enter 0 for free, or $0.50 to $10,000.',
    },
  ],
  [{ price: '700' }, { field: 'price', error: '"price" must be a whole number of at least 0.' }],
] as const)('the refusal of %j says what the field must be', async (body, refusal) => {
  const { svc, nova } = await shared()
  const cassetId = 'price' in body ? { cassetId: nova.cassetId } : {}
  const answer = await svc.call('POST', '/api/casset/update-price', {
    cookie: nova.cookie,
    body: { ...cassetId, ...body },
  })
  expect([answer.status, answer.json]).toEqual([400, { code: 'VALIDATION', ...refusal }])
})
