import { expect, test } from 'bun:test'
import { stageOf } from '../../support/contract.ts'
import { raw } from '../../support/platform/raw.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { shareServer } from '../../support/shared.ts'
import { world } from '../../support/world.ts'

const shared = shareServer(world)

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-request-id': 'walk.1',
}

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const json = { ...always, 'content-type': 'application/json' }
const uncached = { ...json, 'cache-control': 'no-store' }
const product = { ...uncached, 'content-language': 'en', vary: 'Accept-Language' }
const v1 = {
  ...json,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag',
  'cross-origin-resource-policy': 'cross-origin',
}
/** The paths that scripts of other sites may read. */
const elsewhere = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
const pageForPrograms = {
  ...always,
  'content-security-policy': pagePolicy,
  'content-type': 'text/html; charset=utf-8',
  vary: 'Cookie, Accept-Encoding, Sec-Fetch-Dest',
}
const page = { ...pageForPrograms, 'content-language': 'en', vary: `${pageForPrograms.vary}, Accept-Language` }
const publicPage = {
  ...page,
  'cache-control': 'public, max-age=0, must-revalidate',
  etag: expect.stringMatching(/^W\//),
}

const usage = {
  'content-usage': 'search=y, ai-use=n, train-ai=n',
  'content-signal': 'search=yes, ai-input=no, ai-train=no',
  'tdm-reservation': '1',
}

const picture = {
  ...always,
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': 'image/svg+xml',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=86400',
}

const linksOfWorld =
  '</@nova/license.xml>; rel="license"; type="application/rsl+xml", </@nova/feed.xml>; rel="alternate"; type="application/rss+xml"'

/**
 * Every answer of a kind that has headers of its own: how it is asked for, and all that it says
 * besides its length.
 */
const answers = [
  ['GET', '/api/cassets/recent', undefined, 200, { ...product, 'content-type': 'application/json;charset=utf-8' }],
  ['GET', '/api/nothing', undefined, 404, product],
  ['DELETE', '/api/cassets/recent', undefined, 405, { ...product, allow: 'GET, HEAD' }],
  ['POST', '/api/auth/login', 'https://evil.example', 403, product],
  [
    'GET',
    '/api/v1/artists/nova',
    undefined,
    200,
    { ...v1, 'cache-control': 'public, max-age=0, must-revalidate', etag: expect.stringMatching(/^"/) },
  ],
  ['GET', '/api/v1/artists/nobody', undefined, 404, { ...v1, 'cache-control': 'private, no-store' }],
  ['GET', '/', undefined, 200, { ...publicPage, ...usage, link: '</.well-known/api-catalog>; rel="api-catalog"' }],
  ['GET', '/@nova', undefined, 200, { ...publicPage, ...usage, link: linksOfWorld }],
  ['GET', '/login', undefined, 200, { ...publicPage, ...usage }],
  ['GET', '/nothing', undefined, 404, { ...page, 'cache-control': 'no-store' }],
  [
    'GET',
    '/openapi.json',
    undefined,
    200,
    {
      ...json,
      ...elsewhere,
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      vary: 'Accept-Encoding',
    },
  ],
  ['GET', '/healthz', undefined, 200, { ...json, 'content-type': 'application/json;charset=utf-8' }],
  ['DELETE', '/healthz', undefined, 405, { ...pageForPrograms, 'cache-control': 'no-store', allow: 'GET, HEAD' }],
  ['GET', '/readyz', undefined, 200, { ...uncached, 'content-type': 'application/json;charset=utf-8' }],
  ['DELETE', '/readyz', undefined, 405, { ...pageForPrograms, 'cache-control': 'no-store', allow: 'GET, HEAD' }],
  ['GET', '/pfp/nova.svg', undefined, 200, picture],
  [
    'GET',
    '/robots.txt',
    undefined,
    200,
    { ...always, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  ],
  [
    'GET',
    '/studio',
    undefined,
    303,
    { ...always, location: '/login?next=%2Fstudio', 'cache-control': 'private, no-store', vary: 'Cookie' },
  ],
] as const

const sent = async (svc: TestServer, method: string, path: string, origin: string | undefined) => {
  const headers: Record<string, string> = {
    accept: 'text/html',
    'accept-encoding': 'identity',
    'x-request-id': 'walk.1',
  }
  if (origin !== undefined) headers.origin = origin
  const answer = await svc.call(method, path, { headers })
  for (const name of ['date', 'content-length', 'connection', 'keep-alive']) answer.headers.delete(name)
  return [method, path, answer.status, Object.fromEntries(answer.headers)]
}

test.each([
  ['http', 'http://localhost:3000', {}],
  ['https', 'https://nova.example', { 'strict-transport-security': 'max-age=31536000' }],
] as const)(
  'on %s every answer has these headers, whole and to the letter, and no other',
  async (_, BASE_URL, more) => {
    await using svc = await startServer({ env: { BASE_URL } })
    await world(svc)
    for (const [method, path, origin, status, headers] of answers) {
      expect(await sent(svc, method, path, origin)).toEqual([method, path, status, { ...headers, ...more }])
    }
  },
)

/** Whether a robots.txt lets robots fetch a path: the longest path that fits counts (RFC 9309). */
function isOpen(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, start = '']) => ({ kind, start }))
  const fitting = rules.filter(({ start }) => path.startsWith(start))
  return fitting.toSorted((a, b) => b.start.length - a.start.length)[0]?.kind !== 'Disallow'
}

test('robots are kept from the machinery and from everybody’s own pages', async () => {
  const { svc } = await shared()
  const { text } = await svc.call('GET', '/robots.txt')
  const closed = ['/api/auth/session', '/api/casset/nova/media', '/studio/sales', '/account', '/checkout/nova']
  for (const path of [...closed, '/library', '/redeem', '/receipt/x', '/receipts']) {
    expect([path, isOpen(text, path)]).toEqual([path, false])
  }
  for (const path of ['/', '/@nova', '/openapi', '/a/app.css']) expect([path, isOpen(text, path)]).toEqual([path, true])
})

test('robots may fetch v1 and each picture that a card of a shared page names, and other sites may show it', async () => {
  await using svc = await startServer()
  const { nova, dawn, picture: cover } = await stageOf(svc)
  const variants = JSON.stringify([{ sha256: dawn.sha256, width: 640, bytes: dawn.bytes }])
  svc.ctx.db.$client.run('UPDATE assets SET variants = ? WHERE id = ?', [variants, cover.id])
  svc.ctx.db.$client.run('UPDATE cassets SET cover_asset_id = ? WHERE id = ?', [cover.id, nova.cassetId])
  const { text: robots } = await svc.call('GET', '/robots.txt')
  const { text: world } = await svc.call('GET', '/@nova')
  const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(world) ?? []
  const { pathname } = new URL(card)
  expect(pathname).toBe('/share/casset/nova.png')
  for (const path of [pathname, `/api/assets/${cover.id}/640.webp`, '/pfp/nova.svg', '/api/v1/artists/nova']) {
    expect([path, isOpen(robots, path)]).toEqual([path, true])
    const { status, headers } = await svc.call('GET', path)
    expect([path, status, headers.get('cross-origin-resource-policy')]).toEqual([path, 200, 'cross-origin'])
  }
})

test('an error outside of the API is kept by nobody either, for those that want no page of it', async () => {
  const { svc } = await shared()
  for (const path of ['/nothing', '/@nobody', '/a/nothing.js', '/pfp/no.svg', '/theme/nothing.css']) {
    const { status, headers } = await svc.call('GET', path, { headers: { accept: '*/*' } })
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
  }
})

test.each(['GET /api/cassets/recent', 'GET /', 'GET /api/v1/artists/nova', 'POST /api/auth/login'])(
  '%s without a Host is refused with 421',
  async (line) => {
    const { svc } = await shared()
    const text = await raw(svc.url, `${line} HTTP/1.0\r\n\r\n`)
    expect(text.split('\r\n')[0]).toMatch(/^HTTP\/1\.[01] 421/)
    expect(text).not.toContain('Nova')
  },
)
