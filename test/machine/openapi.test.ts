import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createApp } from '../../src/app.ts'
import { withoutPause } from '../../src/lib/turn/pace.ts'
import { v1Paths } from '../../src/machine/public-v1/route.ts'
import { cachedPages } from '../../src/web/cached-pages.ts'
import { openApiDocument } from '../../src/web/openapi/document.ts'
import type { Operation } from '../../src/web/openapi/operation.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareServer } from '../support/shared.ts'

/** The document, and every route of the router with its own schemas. */
async function read(svc: TestServer) {
  const app = await createApp(svc.ctx)
  const { paths, ...document } = await openApiDocument(app, '1', withoutPause)
  const product: Record<string, Record<string, Operation>> = paths
  const routes: Route[] = app.routes
  return { document, paths: product, routes: routes.filter(({ path }) => path.startsWith('/api/')) }
}

type Schema = { type?: string; properties?: Record<string, unknown>; required?: string[] }
type Hooks = { body?: Schema; query?: Schema; response?: Record<string, Schema>; parse?: { fn: unknown }[] }
type Route = { method: string; path: string; hooks?: Hooks }

const braced = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema))

/** A schema of the document with what its references name in their places. */
const spread = (schema: unknown, all: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(schema ?? null), (_, value) => {
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref ?? '') ?? []
    return name === '' ? value : spread(all[name], all)
  })

/** A query whose whole numbers are those of the document. */
const asNumbers = (schema: { description?: string }) => {
  const [, maximum] = /^1 to (\d+)$/.exec(schema.description ?? '') ?? []
  return maximum === undefined ? schema : { type: 'integer', minimum: 1, maximum: Number(maximum) }
}

/** The same schema with numbers alone where Elysia's own validator also takes them as text. */
const exact = (schema: unknown): unknown =>
  JSON.parse(
    JSON.stringify(schema).replaceAll(
      /"anyOf":\[\{[^{}]*"format":"integer"[^{}]*\},\{([^{}]*"type":"integer"[^{}]*)\}\],"type":"integer"|"anyOf":\[\{[^{}]*"format":"integer"[^{}]*\},\{([^{}]*)\}\]/g,
      (_, first: string | undefined, second: string | undefined) => first ?? second ?? '',
    ),
  )

const shared = shareServer(read)

test('an independent validator finds nothing wrong with the document', async () => {
  const { svc } = await shared()
  const { json } = await svc.call('GET', '/openapi.json')
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(json)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(json).toHaveProperty('openapi', '3.1.0')
})

test('the document has every route of the router that is no page, and nothing that the router has not', async () => {
  const { paths, routes } = await shared()
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const v1 = ['/api/v1', '/api/sandbox/v1'].flatMap((prefix) =>
    ['', '/catalog'].map((end) => `GET ${prefix}/artists/{handle}${end}`),
  )
  const log = ['checkpoint', '{number}/checkpoint', 'vkey', 'witness/{key}'].map((path) => `GET /log/${path}`)
  const licenses = [
    '/license.xml',
    '/releases/{id}/license.xml',
    '/tracks/{trackId}/license.xml',
    '/@{handle}/license.xml',
  ].map((path) => `GET ${path}`)
  const feeds = ['canimus.json', 'feed.xml', 'shows.ics']
    .map((file) => `GET /@{handle}/${file}`)
    .concat('GET /feed.xml', 'GET /llms.txt')
  const wellKnown = ['api-catalog', 'change-password', 'did.json', 'security.txt', 'tdmrep.json'].map(
    (name) => `GET /.well-known/${name}`,
  )
  const others = [
    'GET /mcp/server-card',
    'GET /healthz',
    'GET /readyz',
    'GET /log/tile/{L}/{N}',
    'GET /witness/{log}/checkpoint',
    'POST /witness/add-checkpoint',
    'GET /log/tile/entries/{N}',
    'GET /oembed',
    'GET /metrics',
    'GET /robots.txt',
    'GET /sitemap.xml',
    'GET /sitemap/{file}',
    'GET /openapi.json',
    'GET /pfp/{file}',
    'GET /rest/{method}',
    'POST /mcp',
    ...log,
    ...licenses,
    ...feeds,
    ...wellKnown,
  ]
  const known = routes.map(({ method, path }) => `${method} ${braced(path)}`)
  expect(documented.toSorted()).toEqual([...known, ...v1, ...others].toSorted())
  expect(known.length).toBeGreaterThan(50)
  expect(v1Paths).toEqual(['/api/v1', '/api/v1/*'])
  const ids = Object.values(paths).flatMap((operations) => Object.values(operations).map((each) => each.operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

/** Elysia closes schemas when a route is first asked. */
const opened = (schema: unknown): unknown =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'additionalProperties' && value === false ? undefined : value)),
  )

test('every schema that validates a body, a query or an answer is in the document as it is', async () => {
  const { document, paths, routes } = await shared()
  const { schemas } = document.components
  const bodies: string[] = []
  for (const route of routes) {
    const { body, query, response = {} } = route.hooks ?? {}
    const operation = paths[braced(route.path)]?.[route.method.toLowerCase()]
    if (body) {
      bodies.push(nameOf(route))
      expect([nameOf(route), spread(operation?.requestBody?.content, schemas)]).toEqual([
        nameOf(route),
        {
          'application/json': {
            schema: { ...(body.type === 'object' ? { additionalProperties: false } : {}), ...Object(plain(body)) },
          },
        },
      ])
    }
    const asked = operation?.parameters?.filter((each) => each.in === 'query') ?? []
    expect(plain(Object.fromEntries(asked.map(({ name, schema }) => [name, schema])))).toEqual(
      plain(
        Object.fromEntries(
          Object.entries(query?.properties ?? {}).map(([name, each]) => [name, asNumbers(Object(each))]),
        ),
      ),
    )
    expect(asked.filter((each) => each.required).map(({ name }) => name)).toEqual(query?.required ?? [])
    for (const [status, schema] of Object.entries(response)) {
      const answer = operation?.responses[status]
      expect([nameOf(route), status, answer?.description]).toEqual([nameOf(route), status, expect.any(String)])
      if (schema.type === 'undefined') expect(answer).not.toHaveProperty('content')
      else expect(spread(answer?.content?.['application/json']?.schema, schemas)).toEqual(opened(exact(schema)))
    }
  }
  expect(bodies).toContain('POST /api/auth/signup')
  expect(bodies.length).toBeGreaterThan(20)
})

test('a write that reads something else than a schema says what it takes', async () => {
  const { paths, routes } = await shared()
  const raw = routes.filter(({ hooks }) => hooks?.parse?.some(({ fn }) => fn === 'none'))
  const takes = raw.map((route) => {
    const content = paths[braced(route.path)]?.[route.method.toLowerCase()]?.requestBody?.content ?? {}
    return [nameOf(route), Object.keys(content)]
  })
  expect(Object.fromEntries(takes)).toEqual({
    'POST /api/studio/casset/:id/tracks': ['multipart/form-data'],
    'POST /api/studio/casset/:id/extras': ['multipart/form-data'],
    'HEAD /api/studio/casset/:id/tracks/:uploadId': [],
    'PATCH /api/studio/casset/:id/tracks/:uploadId': ['application/offset+octet-stream'],
    'DELETE /api/studio/casset/:id/tracks/:uploadId': [],
    'HEAD /api/studio/casset/:id/extras/:uploadId': [],
    'PATCH /api/studio/casset/:id/extras/:uploadId': ['application/offset+octet-stream'],
    'DELETE /api/studio/casset/:id/extras/:uploadId': [],
    'POST /api/hooks/clips': ['multipart/form-data'],
    'POST /api/studio/assets': ['multipart/form-data'],
    'POST /api/desk/upgrade': ['multipart/form-data'],
    'POST /api/studio/disputes/:id/files': ['multipart/form-data'],
    'POST /api/webhooks/stripe': ['application/json'],
    'POST /api/studio/stripe/webhook': ['application/json'],
  })
})

test('no number of the document may be text, and no body takes one as text', async () => {
  const { svc, routes } = await shared()
  const { text } = await svc.call('GET', '/openapi.json')
  expect(text).not.toContain('"format":"integer"')
  expect(text).not.toContain('"format":"numeric"')
  expect(routes.filter(({ hooks }) => JSON.stringify(hooks?.body ?? {}).includes('"format":"integer"'))).toEqual([])
})

test('every handle that the document names has the pattern of one', async () => {
  const { svc } = await shared()
  const document = await (await svc.fetch('/openapi.json')).json()
  const loose: string[] = []
  let named = 0
  const walk = (value: unknown, path: string) => {
    for (const [key, each] of Object.entries(Object(value))) {
      const here = `${path}/${key}`
      if (key === 'handle' && path.endsWith('/properties')) {
        named += 1
        if (!JSON.stringify(each).includes('{3,30}')) loose.push(here)
      }
      if (typeof each === 'object') walk(each, here)
    }
  }
  walk(document, '')
  expect(named).toBeGreaterThan(15)
  // One is typed as people write it, with an @. One that is typed again to confirm is compared with
  // the true one, so it may be any text.
  expect(loose).toEqual([
    '/paths//api/studio/tracks/{id}/accounts/put/requestBody/content/application/json/schema/properties/handle',
    '/paths//api/desk/people/{id}/delete/post/requestBody/content/application/json/schema/properties/handle',
  ])
})

test('the page that shows it asks no other site for anything', async () => {
  const { svc } = await shared()
  const { status, text, headers } = await svc.call('GET', '/openapi', { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  expect(text.includes('/api/casset/{slug}/media')).toBe(true)
  expect(text.includes('multipart/form-data')).toBe(true)
  expect(text.length).toBeLessThan(1_100_000)
  expect(text).not.toMatch(/(?:src|href)="https?:\/\/(?!localhost)/)
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
})

test('the page that shows it is rendered once for all strangers', async () => {
  await using svc = await startServer()
  const pages = cachedPages(svc.ctx)
  const { put } = pages
  let rendered = 0
  pages.put = (...args) => {
    rendered += 1
    return put(...args)
  }
  const answers = [await svc.call('GET', '/openapi'), await svc.call('GET', '/openapi')]
  expect(answers[1]?.text).toBe(answers[0]?.text ?? '')
  expect(rendered).toBe(1)
})

test('every operation has a summary, every answer of an agent its headers, and shapes have names', async () => {
  const { document, paths, routes } = await shared()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  expect(operations.filter(({ operation }) => !operation.summary).map(({ name }) => name)).toEqual([])
  expect(routes.length).toBeGreaterThan(200)
  const manifest = paths['/api/agents/releases/{id}/manifest']?.get
  expect(Object.keys(manifest?.responses['200']?.headers ?? {}).toSorted()).toEqual(
    ['Cache-Control', 'ETag', 'Link', 'RateLimit', 'RateLimit-Policy', 'Repr-Digest'].toSorted(),
  )
  expect(Object.keys(manifest?.responses['429']?.headers ?? {})).toContain('Retry-After')
  const access = paths['/api/agents/releases/{id}/access']?.post
  expect(Object.keys(access?.responses['402']?.headers ?? {})).toEqual([
    'RateLimit',
    'RateLimit-Policy',
    'WWW-Authenticate',
    'Link',
  ])
  expect(document.components.schemas).toMatchObject({ Manifest: { type: 'object' }, Money: { type: 'object' } })
  expect(Object.keys(document.components.schemas).length).toBeGreaterThan(150)
})

test('no list takes more than 100 at a time but the events of a release and their proofs', async () => {
  const { paths } = await shared()
  const limits = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ parameters = [] }) =>
      parameters.flatMap(({ name, schema }) => (name === 'limit' ? [[path, Number(schema?.maximum)] as const] : [])),
    ),
  )
  expect(limits.length).toBeGreaterThan(40)
  expect(Object.fromEntries(limits.filter(([, most]) => !(most <= 100)))).toEqual({
    '/api/internal/releases/{id}/provenance-preview': 1_000,
    '/api/agents/releases/{id}/provenance': 1_000,
    '/api/agents/releases/{id}/provenance/proof': 5_000,
  })
})
