import { expect, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { createApp } from '../../src/app.ts'
import { sandboxHandles } from '../../src/machine/sandbox/fixtures.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

const credentialsPath = '/api/sandbox/credentials'
const read = '/api/sandbox/v1/artists'
const textOf = (value: unknown, ...keys: string[]): string =>
  String(keys.reduce((held: unknown, key) => Reflect.get(Object(held), key), value))

async function make(svc: TestServer, { cookie }: Person, name?: string) {
  const body = name === undefined ? {} : { name }
  const { status, json, headers } = await svc.call('POST', credentialsPath, { cookie, body })
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  return { id: textOf(json, 'credential', 'id'), secret: textOf(json, 'credential', 'secret') }
}

const bearing = (secret: string) => ({ authorization: `Bearer ${secret}`, 'x-request-id': 'walk.1' })

const refused = ({ status, json, headers }: Answer) => [
  status,
  textOf(json, 'schema'),
  textOf(json, 'error', 'code'),
  Reflect.get(Object(Reflect.get(Object(json), 'error')), 'retryable'),
  headers.get('cache-control'),
  textOf(json, 'error', 'requestId') === headers.get('x-request-id'),
]
const refusal = (status: number, code: string, retryable = false, cache = 'private, no-store') => [
  status,
  'svc.error.v1',
  code,
  retryable,
  cache,
  true,
]

test('a credential is made, shown once, listed without its secret, and revoked with its next use', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de' } })
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  const { id, secret } = await make(svc, nova, ' My \n site ')
  expect(secret).toMatch(/^sandbox_[\w-]{43}$/)
  await make(svc, ada)
  const list = await svc.call('GET', credentialsPath, { cookie: nova.cookie })
  expect(list.json).toEqual({
    credentials: [{ id, name: 'My site', createdAt: expect.any(String) }],
    nextCursor: null,
  })
  expect(JSON.stringify(svc.ctx.db.$client.query('SELECT * FROM sandbox_credentials').all())).not.toContain(secret)
  const ask = (held = secret) => svc.call('GET', `${read}/sandbox-artist`, { headers: bearing(held) })
  expect((await ask()).status).toBe(200)
  // However a client spells its header.
  for (const scheme of ['bearer', 'BEARER', 'Bearer   ', `Bearer${' '.repeat(4_000)}`])
    expect(
      (await svc.fetch(`${read}/sandbox-artist`, { headers: { authorization: `${scheme} ${secret}` } })).status,
    ).toBe(200)
  for (const wrong of [`${secret}x`, secret.slice(0, -1), secret.toUpperCase(), 'x', `${secret} ${secret}`])
    expect(refused(await ask(wrong))).toEqual(refusal(401, 'INVALID_CREDENTIAL', false, 'no-store, private'))
  const revoke = (cookie: string, which = id) => svc.call('DELETE', `${credentialsPath}/${which}`, { cookie })
  const denied = refusal(403, 'PERMISSION_DENIED', false, 'no-store, private')
  expect(refused(await revoke(ada.cookie))).toEqual(denied)
  expect((await ask()).status).toBe(200)
  for (const none of ['x', svc.ctx.uuid()])
    expect(refused(await revoke(nova.cookie, none))).toEqual(refusal(404, 'RESOURCE_UNAVAILABLE'))
  expect((await revoke(nova.cookie)).status).toBe(204)
  expect(refused(await ask())).toEqual(refusal(401, 'INVALID_CREDENTIAL', false, 'no-store, private'))
  for (let n = 0; n < 20; n += 1) await make(svc, nova)
  const tooMany = await svc.call('POST', credentialsPath, { cookie: nova.cookie, body: {} })
  expect(refused(tooMany)).toEqual(denied)
  expect(textOf(tooMany.json, 'error', 'message')).toBe('You have 20 credentials. Revoke one of them first.')
  svc.ctx.db.update(users).set({ language: 'de' }).run()
  const inGerman = await svc.call('POST', credentialsPath, { cookie: nova.cookie, body: {} })
  expect(textOf(inGerman.json, 'error', 'message')).toBe('Du hast 20 Zugangsdaten. Widerrufe zuerst welche davon.')
})

test('the console answers every refusal in the envelope of v1', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const routes = (await createApp(svc.ctx)).routes.filter(({ path }) => path.startsWith('/api/sandbox'))
  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/sandbox/credentials/:id',
    'GET /api/sandbox/credentials',
    'POST /api/sandbox/credentials',
  ])
  const one = `${credentialsPath}/${svc.ctx.uuid()}`
  const signedOut = refusal(401, 'INVALID_CREDENTIAL', false, 'no-store, private')
  for (const [method, path] of [
    ['POST', credentialsPath],
    ['GET', credentialsPath],
    ['DELETE', one],
  ] as const)
    expect(refused(await svc.call(method, path, method === 'POST' ? { body: { x: 1 } } : {}))).toEqual(signedOut)
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(refused(await svc.call(method, `${read}/${sandboxHandles()[0]}`))).toEqual(signedOut)
  const { cookie } = nova
  const foreign = await svc.call('POST', credentialsPath, {
    cookie,
    body: {},
    headers: { origin: 'https://evil.example' },
  })
  expect(refused(foreign)).toEqual(refusal(403, 'PERMISSION_DENIED', false, 'no-store, private'))
  const malformed = refusal(400, 'INVALID_REQUEST')
  for (const body of [{ surprise: 1 }, { name: 'x'.repeat(61) }, { name: 7 }])
    expect(refused(await svc.call('POST', credentialsPath, { cookie, body }))).toEqual(malformed)
  expect(refused(await svc.call('GET', `${credentialsPath}?limit=0`, { cookie }))).toEqual(malformed)
  expect(refused(await svc.call('GET', `${credentialsPath}?cursor=x`, { cookie }))).toEqual(malformed)
  const typed = await svc.fetch(credentialsPath, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/plain' },
    body: 'x',
  })
  expect([typed.status, textOf(await typed.json(), 'error', 'code')]).toEqual([415, 'INVALID_REQUEST'])
  const put = await svc.call('PUT', credentialsPath, { cookie })
  expect([...refused(put), put.headers.get('allow')]).toEqual([...refusal(405, 'INVALID_REQUEST'), 'GET, HEAD, POST'])
  expect(refused(await svc.call('GET', '/api/sandbox/nothing'))).toEqual(refusal(404, 'RESOURCE_UNAVAILABLE'))
  svc.ctx.db.$client.run('ALTER TABLE sandbox_credentials RENAME TO gone')
  const broken = await svc.call('GET', credentialsPath, { cookie })
  expect(refused(broken)).toEqual(refusal(503, 'INTEGRATION_FAILURE', true))
  expect(broken.text).not.toContain('sandbox_credentials')
  await using limited = await startServer({ limiter: { take: () => 7 } })
  const full = await limited.call('GET', credentialsPath)
  expect([...refused(full), full.headers.get('retry-after')]).toEqual([...refusal(429, 'RATE_LIMITED', true), '7'])
})

test('the sandbox reads answer like the public ones, with every status that a client may meet', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://nova.example' } })
  const { secret } = await make(svc, cast(svc.ctx, 'nova'))
  const headers = bearing(secret)
  const ask = (path: string, more = {}) => svc.call('GET', `${read}/${path}`, { headers: { ...headers, ...more } })
  const artist = await ask('sandbox-artist')
  expect([artist.status, artist.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate'])
  expect(artist.json).toEqual({
    schema: 'svc.public-artist.v1',
    artist: {
      handle: 'sandbox-artist',
      displayName: 'Sandbox Artist',
      bio: 'Answers like any artist, and is nobody.',
      verified: true,
    },
    links: {
      profile: 'https://nova.example/@sandbox-artist',
      catalog: 'https://nova.example/api/sandbox/v1/artists/sandbox-artist/catalog',
    },
  })
  expect((await ask('sandbox-quiet')).json).toHaveProperty('artist.bio', null)
  expect((await ask('sandbox-quiet/catalog')).json).toHaveProperty('page', { count: 0 })
  expect((await ask('sandbox-large/catalog')).json).toHaveProperty('page', { count: 500 })
  const held = await ask('sandbox-artist', { 'if-none-match': artist.headers.get('etag') ?? '' })
  expect([held.status, held.text, held.headers.get('etag')]).toEqual([304, '', artist.headers.get('etag')])
  for (const end of ['', '/catalog']) {
    const cases = [
      ['No', refusal(400, 'INVALID_REQUEST'), null],
      ['nova', refusal(404, 'RESOURCE_UNAVAILABLE'), null],
      ['constructor', refusal(404, 'RESOURCE_UNAVAILABLE'), null],
      ['sandbox-unavailable', refusal(404, 'RESOURCE_UNAVAILABLE'), null],
      ['sandbox-limited', refusal(429, 'RATE_LIMITED', true), '5'],
      ['sandbox-broken', refusal(502, 'INTEGRATION_FAILURE', true), '5'],
      ['sandbox-closed', refusal(503, 'INTEGRATION_FAILURE', true), '5'],
    ] as const
    for (const [handle, expected, wait] of cases) {
      const answer = await ask(handle + end)
      expect([handle, ...refused(answer), answer.headers.get('retry-after')]).toEqual([handle, ...expected, wait])
      expect(answer.headers.get('x-request-id')).toBe('walk.1')
      expect(answer.headers.get('access-control-expose-headers')).toBe('X-Request-Id, Retry-After, ETag')
    }
    const without = await svc.call('GET', `${read}/No${end}`)
    expect(refused(without)).toEqual(refusal(401, 'INVALID_CREDENTIAL', false, 'no-store, private'))
    expect(without.headers.get('www-authenticate')).toBe('Bearer realm="sandbox"')
    const post = await svc.call('POST', `${read}/sandbox-artist${end}`, { headers })
    expect([...refused(post), post.headers.get('allow')]).toEqual([...refusal(405, 'INVALID_REQUEST'), 'GET'])
  }
  expect(sandboxHandles().map(({ handle }) => handle)).toContain('sandbox-broken')
  for (const { handle } of sandboxHandles()) expect((await ask(handle)).text).not.toContain('There is nothing')
})

test('the sandbox has a bucket of its own, asked before the credential, and is gone without the public reads', async () => {
  await using svc = await startServer({ clock: 'stands', env: { PUBLIC_API: 'off' } })
  const { secret } = await make(svc, cast(svc.ctx, 'nova'))
  const off = await svc.call('GET', `${read}/sandbox-artist`, { headers: bearing(secret) })
  expect(refused(off)).toEqual(refusal(404, 'RESOURCE_UNAVAILABLE'))
  for (let n = 0; n < 59; n += 1) await svc.fetch(`${read}/!!`)
  const answer = await svc.call('GET', `${read}/!!`)
  expect([...refused(answer), answer.headers.get('retry-after')]).toEqual([...refusal(429, 'RATE_LIMITED', true), '1'])
  expect((await svc.call('GET', '/api/v1/artists/nova')).status).toBe(503)
})
