import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { publishedRelease } from '../support/release/release.ts'
import { shareServer } from '../support/shared.ts'
import { refusalOf } from '../support/shop/guest.ts'
import { world } from '../support/world.ts'

const shared = shareServer(async (svc) => {
  const people = await world(svc)
  return { ...people, id: await publishedRelease(svc, people.nova, [people.dawn.id]) }
})

const origin = 'https://verifier.example'
const ofRelease = ['manifest', 'manifest/1', 'versions', 'dna', 'provenance', 'lineage', 'license-quote', 'access']

test('a script of another site reads all that is public of a release, and asks for permission and tools, without cookies', async () => {
  const { svc, id, nova } = await shared()
  const agent = `/api/agents/releases/${id}`
  const reads = ['/api/agents/releases', ...ofRelease.slice(0, 6).map((what) => `${agent}/${what}`)]
  for (const path of [...reads, `/api/releases/${id}/dossier`, '/openapi.json', '/sitemap.xml', '/llms.txt']) {
    const { status, headers } = await svc.call('GET', path, { headers: { origin }, cookie: nova.cookie })
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'cross-origin'])
    expect([path, headers.get('access-control-allow-credentials')]).toEqual([path, null])
  }
  const scope = { scope: 'remix' }
  const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'
  for (const [path, body] of [
    [`${agent}/permission-check`, scope],
    ['/mcp', tools],
  ] as const) {
    const { status, headers } = await svc.call('POST', path, { body, headers: { origin, accept } })
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
  }
  // A refusal can be read as well.
  const { status, headers } = await svc.call('GET', '/api/agents/releases/x/manifest', { headers: { origin } })
  expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*'])
})

test('a browser that asks first is told what a script may send; the machinery of the site tells it nothing', async () => {
  const { svc, id } = await shared()
  const ask = async (path: string, method: string) => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    }
    const response = await svc.fetch(path, { method: 'OPTIONS', headers })
    const told = (name: string) => response.headers.get(`access-control-${name}`)
    return [
      response.status,
      told('allow-origin'),
      told('allow-methods'),
      told('allow-headers'),
      told('allow-credentials'),
    ]
  }
  const check = `/api/agents/releases/${id}/permission-check`
  expect(await ask(check, 'POST')).toEqual([204, '*', 'POST', '*, Authorization', null])
  expect(await ask('/mcp', 'POST')).toEqual([204, '*', 'POST', '*, Authorization', null])
  expect(await ask(`/api/agents/releases/${id}/manifest`, 'GET')).toEqual([
    204,
    '*',
    'GET, HEAD',
    '*, Authorization',
    null,
  ])
  for (const path of ['/api/v1/artists/nova', '/api/sandbox/v1/artists/sandbox-artist/catalog']) {
    expect([path, await ask(path, 'GET')]).toEqual([path, [204, '*', 'GET', '*, Authorization', null]])
  }
  const closed = ['/api/auth/session', '/api/casset/nova/media', '/api/cassets/recent', '/api/checkout/license']
  for (const path of closed) expect([path, await ask(path, 'POST')]).toEqual([path, [405, null, null, null, null]])
  for (const path of [`/api/agents/releases/${id}/access`, `/api/agents/releases/${id}/license-quote`]) {
    expect([path, await ask(path, 'POST')]).toEqual([path, [204, '*', 'POST', '*, Authorization', null]])
  }
  // The sandbox is used from a page of another site with a credential of its own.
  const headers = { origin, authorization: 'Bearer sandbox_wrong' }
  const refused = await svc.fetch('/api/sandbox/v1/artists/sandbox-artist', { headers })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})

test('a script of another site is told what a license costs, and asks no artist in the name of its reader', async () => {
  const { svc, id, nova } = await shared()
  const quote = (body: object, headers: Record<string, string> = { origin }) =>
    svc.call('POST', `/api/agents/releases/${id}/license-quote`, { body, headers, cookie: nova.cookie })
  const priced = await quote({ scopes: ['remix'] })
  expect([priced.status, priced.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const asking = { scopes: ['remix'], contact: { name: 'Reader', email: 'reader@example.com' } }
  for (const headers of [{ origin }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
    expect([headers, refusalOf(await quote(asking, headers))]).toEqual([
      headers,
      [403, 'FORBIDDEN', 'Another site may not do this in your name.'],
    ])
  }
  const access = await svc.call('POST', `/api/agents/releases/${id}/access`, {
    body: { scope: 'remix', resource: 'download' },
    headers: { origin },
    cookie: nova.cookie,
  })
  expect([access.status, access.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
})

test('a long answer is compressed for a client that accepts it, and is what it is without', async () => {
  const { svc, id } = await shared()
  for (const path of [`/api/agents/releases/${id}/manifest`, '/openapi.json', `/api/agents/releases/${id}/dna`]) {
    const ask = (encoding: string, more: Record<string, string> = {}) =>
      fetch(svc.url + path, { headers: { 'accept-encoding': encoding, ...more }, decompress: false })
    const plain = await (await ask('identity')).text()
    for (let turn = 0; turn < 2; turn += 1) {
      const packed = await ask('br')
      expect([path, packed.headers.get('content-encoding')]).toEqual([path, 'br'])
      expect(packed.headers.get('vary')).toBe('Accept-Encoding')
      const bytes = new Uint8Array(await packed.arrayBuffer())
      expect(bytes.length).toBeLessThan(plain.length)
      expect(brotliDecompressSync(bytes).toString()).toBe(plain)
      const etag = packed.headers.get('etag') ?? ''
      expect((await ask('br', { 'if-none-match': etag })).status).toBe(304)
    }
    expect((await ask('br;q=0')).headers.get('content-encoding')).toBeNull()
  }
  const raw = await svc.fetch(`/api/agents/releases/${id}/manifest?format=raw`, {
    headers: { 'accept-encoding': 'br' },
  })
  expect(raw.headers.get('content-encoding')).toBeNull()
})
