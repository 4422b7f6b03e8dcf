import { expect, setDefaultTimeout, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { Ajv2020 } from 'ajv/dist/2020'
import { createApp } from '../../src/app.ts'
import { withoutPause } from '../../src/lib/turn/pace.ts'
import { PublicArtist, PublicCatalog, V1Error } from '../../src/machine/public-v1/model.ts'
import { openApiDocument } from '../../src/web/openapi/document.ts'
import type { Operation } from '../../src/web/openapi/operation.ts'
import { table } from '../support/contract/all.ts'
import { ask, type Case, type Stage, stageOf } from '../support/contract.ts'
import { bucketOf, needsSession, otherProofs, takesLink } from '../support/contract-rules.ts'
import { testLimitMs } from '../support/limits.ts'
import { misfit } from '../support/machine/documented.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareServer } from '../support/shared.ts'

setDefaultTimeout(testLimitMs)

const braced = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const isRedirect = (status: string) => /^30[23]$/.test(status)
const isSuccess = (status: string | number) => /^2\d\d$/.test(String(status)) || isRedirect(String(status))

async function documentOf(svc: TestServer) {
  const { paths, components } = await openApiDocument(await createApp(svc.ctx), '1', withoutPause)
  const operations: Record<string, Record<string, Operation>> = paths
  const of = ({ method, path }: { method: string; path: string }) => operations[braced(path)]?.[method.toLowerCase()]
  return { operations, components, of }
}

const shared = shareServer(async (svc) => ({ ...(await documentOf(svc)), stage: await stageOf(svc) }))

// Formats say what a text is; they are not what validates here.
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })

test('every operation has a success with its media types, and who may ask', async () => {
  for (const [path, methods] of Object.entries((await shared()).operations)) {
    for (const [method, { responses, security }] of Object.entries(methods)) {
      const successes = Object.entries(responses).filter(([status]) => isSuccess(status))
      expect([method, path, successes.length > 0, security]).toEqual([method, path, true, expect.any(Array)])
      for (const [status, { content }] of successes) {
        const isReceipt = path === '/mcp' && status === '202'
        const hasBody = status !== '204' && !isReceipt && method !== 'head' && !isRedirect(status)
        const types = Object.keys(content ?? {}).filter((type) => /^[a-z]+\/[a-z0-9.+-]+$/.test(type))
        expect([method, path, status, types.length > 0]).toEqual([method, path, status, hasBody])
        expect(Object.keys(content ?? {})).toHaveLength(types.length)
      }
    }
  }
})

test('the document asks for a session where the program does, and for nothing where it does not', async () => {
  const { of } = await shared()
  const schemes = (row: Case) => of(row)?.security?.map((each) => Object.keys(each).join()) ?? []
  const maySign = (row: Case) => of(row)?.parameters?.some(({ name }) => name === 'Signature') === true
  for (const row of table) {
    const needs = needsSession(row.route) ? ['session', ...(takesLink(row.route) ? [''] : [])] : undefined
    const proof = otherProofs.get(row.route)
    const name = `${row.method} ${row.path}`
    if (needs) expect([name, schemes(row)]).toEqual([name, needs])
    else if (proof) expect([name, schemes(row)]).toEqual([name, [proof]])
    else expect([name, schemes(row).length === 0 || schemes(row).includes('')]).toEqual([name, true])
    expect([name, '401' in (of(row)?.responses ?? {})]).toEqual([
      name,
      needs !== undefined ||
        proof === 'agentSecret' ||
        maySign(row) ||
        /login|sign-in$|second-step$|password\/reset$|^\/api\/(?:reports|checkout\/gift)$/.test(row.path),
    ])
    const isLimited = '429' in (of(row)?.responses ?? {})
    // Open streams are counted, and not their requests.
    const isStream = 'text/event-stream' in (of(row)?.responses['200']?.content ?? {})
    expect([name, isLimited]).toEqual([name, bucketOf(row) !== null || isStream])
  }
})

test('a body that works is one that the document describes, and others are refused', async () => {
  const { stage, of, components } = await shared()
  for (const row of table.filter(({ body }) => body !== undefined)) {
    const schema = of(row)?.requestBody?.content?.['application/json']?.schema
    const fits = ajv.compile(schema === undefined ? false : { components, ...schema })
    const name = `${row.method} ${row.path}`
    expect([name, fits(row.body?.(stage))]).toEqual([name, true])
    expect([name, fits({ ...row.body?.(stage), surprise: 1 })]).toEqual([name, false])
  }
})

test('a part of a file has the status and the type that the document names', async () => {
  const { svc, stage, of, components } = await shared()
  const files = table.filter(({ method, path }) => method === 'GET' && /download$|\/api\/audio\/:/.test(path))
  const sent: string[] = []
  for (const row of files) {
    const response = await ask(svc, row, stage, { cookie: stage.nova.cookie, headers: { range: 'bytes=0-9' } })
    const documented = { responses: of(row)?.responses ?? {}, components }
    expect([row.path, await misfit(documented, row.method, response)]).toEqual([row.path, undefined])
    sent.push(`${row.path} ${response.status}`)
  }
  expect(sent).toContain('/api/audio/:trackId 206')
})

// The paths that programs read at no address of the API.
const elsewhere: readonly [string, (stage: Stage) => string][] = [
  ['/openapi.json', () => '/openapi.json'],
  ['/llms.txt', () => '/llms.txt'],
  ['/robots.txt', () => '/robots.txt'],
  ['/license.xml', () => '/license.xml'],
  ['/.well-known/tdmrep.json', () => '/.well-known/tdmrep.json'],
  ['/.well-known/api-catalog', () => '/.well-known/api-catalog'],
  ['/.well-known/did.json', () => '/.well-known/did.json'],
  ['/log/checkpoint', () => '/log/checkpoint'],
  ['/releases/:id/license.xml', ({ releaseId }) => `/releases/${releaseId}/license.xml`],
  ['/@:handle/feed.xml', () => '/@nova/feed.xml'],
  ['/@:handle/canimus.json', () => '/@nova/canimus.json'],
]

test('a webhook, which is signed, refuses no origin and no type, as the document says', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { of } = await documentOf(svc)
  for (const path of ['/api/webhooks/stripe', '/api/studio/stripe/webhook']) {
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'text/plain' }
    expect((await svc.fetch(path, { method: 'POST', headers, body: '{}' })).status).toBe(400)
    expect(Object.keys(of({ method: 'POST', path })?.responses ?? {})).toEqual([
      '200',
      '400',
      '413',
      '421',
      '500',
      '503',
    ])
  }
})

test('a read that answers 304 to a client that holds its answer says so, and takes If-None-Match', async () => {
  const { svc, stage, of } = await shared()
  const more = elsewhere.map(([path, at]) => ({ method: 'GET', path, at, isOpen: true }))
  const reads = table
    .filter(({ method }) => method === 'GET')
    .map((row) => ({ ...row, isOpen: !needsSession(row.route) }))
  const held: string[] = []
  for (const { method, path, at, isOpen } of [...reads, ...more]) {
    const cookie = isOpen ? {} : { cookie: stage.nova.cookie }
    const first = await svc.fetch(at(stage), { headers: cookie, redirect: 'manual' })
    // The thing that the table asks of is not there.
    if (first.status === 404) {
      await first.body?.cancel()
      continue
    }
    const etag = first.headers.get('etag')
    const headers = { ...cookie, 'if-none-match': etag ?? '' }
    const again = etag ? await svc.fetch(at(stage), { headers, redirect: 'manual' }) : first
    await Promise.all([first, again].map(({ body }) => body?.cancel()))
    const { responses = {}, parameters = [] } = of({ method, path }) ?? {}
    const takes = parameters.some(({ name }) => name === 'If-None-Match')
    const isHeld = again.status === 304
    expect([path, takes, '304' in responses]).toEqual([path, isHeld, isHeld])
    if (isHeld) held.push(path)
  }
  expect(held).toEqual(expect.arrayContaining(['/api/agents/releases/:id/dna', '/llms.txt', '/@:handle/feed.xml']))
})

test('answers of v1 fit the schemas of its document', async () => {
  const { svc, of } = await shared()
  const path = '/api/v1/artists/{handle}'
  const answers = [
    [await svc.call('GET', '/api/v1/artists/nova'), PublicArtist],
    [await svc.call('GET', '/api/v1/artists/nova/catalog'), PublicCatalog],
    [await svc.call('GET', '/api/v1/artists/nobody'), V1Error],
    [await svc.call('GET', '/api/v1/artists/No'), V1Error],
    [await svc.call('POST', '/api/v1/artists/nova'), V1Error],
  ] as const
  for (const [{ status, json }, schema] of answers) {
    expect(Value.Check(schema, json)).toBe(true)
    expect(of({ method: 'GET', path })?.responses).toHaveProperty([String(status), 'content', 'application/json'])
  }
  expect(answers.map(([{ status }]) => status)).toEqual([200, 200, 404, 400, 405])
})

test('each form of an answer, each refusal beside the API and each header of v1 is in the document', async () => {
  const { svc, stage, of, components } = await shared()
  const manifest = `/api/agents/releases/${stage.releaseId}/manifest`
  const asked: readonly (readonly [route: string, at: string, status: number])[] = [
    ['/api/agents/releases/:id/manifest', `${manifest}?format=raw`, 200],
    ['/api/agents/releases/:id/manifest/:version', `${manifest}/1?format=raw`, 200],
    ['/oembed', `/oembed?url=${encodeURIComponent(`${svc.ctx.site.origin}/@nobody`)}`, 404],
    ['/oembed', `/oembed?url=${encodeURIComponent(`${svc.ctx.site.origin}/@nova`)}`, 200],
    ['/oembed', `/oembed?url=${encodeURIComponent(`${svc.ctx.site.origin}/@nova`)}&format=xml`, 501],
    ['/feed.xml', '/feed.xml', 200],
    ['/.well-known/security.txt', '/.well-known/security.txt', 404],
    ['/api/v1/artists/{handle}', '/api/v1/artists/nova', 200],
    ['/api/v1/artists/{handle}', '/api/v1/artists/nobody', 404],
    ['/api/v1/artists/{handle}', '/api/v1/artists/No', 400],
  ]
  for (const [path, at, status] of asked) {
    const answer = await svc.fetch(at)
    const told = of({ method: 'GET', path })?.responses ?? {}
    const named = Object.keys(told[status]?.headers ?? {}).filter(
      (name) => !/^RateLimit/.test(name) && !answer.headers.has(name),
    )
    expect([at, status, named]).toEqual([at, status, []])
    expect([at, answer.status, await misfit({ responses: told, components }, 'GET', answer)]).toEqual([
      at,
      status,
      undefined,
    ])
  }
  const artist = of({ method: 'GET', path: '/api/v1/artists/{handle}' })?.responses ?? {}
  const headersOf = (status: number) => Object.keys(artist[status]?.headers ?? {})
  expect([200, 304, 404, 429, 503].map(headersOf)).toEqual([
    ['X-Request-Id', 'Cache-Control', 'ETag'],
    ['X-Request-Id', 'Cache-Control', 'ETag'],
    ['X-Request-Id', 'Cache-Control'],
    ['X-Request-Id', 'Cache-Control', 'Retry-After'],
    ['X-Request-Id', 'Cache-Control', 'Retry-After'],
  ])
})

// Last, as it changes nova's handle.
test('addresses that programs read outside the API answer as the document says', async () => {
  const { svc, stage, of, components } = await shared()
  const said = async (method: string, path: string, response: Response) => [
    path,
    response.status,
    await misfit({ responses: of({ method, path })?.responses ?? {}, components }, method, response),
  ]
  for (const [path, at] of elsewhere) {
    expect(await said('GET', path, await svc.fetch(at(stage)))).toEqual([path, 200, undefined])
  }
  const both = 'application/json, text/event-stream'
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const sent = [
    [200, message, both],
    [202, { jsonrpc: '2.0', method: 'notifications/initialized' }, both],
    [400, { ...message, jsonrpc: '1.0' }, both],
    [400, { ...message, id: undefined, method: undefined }, both],
    [406, message, 'application/json'],
  ] as const
  for (const [status, body, accept] of sent) {
    const headers = { accept, 'content-type': 'application/json' }
    const response = await svc.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(await said('POST', '/mcp', response)).toEqual(['/mcp', status, undefined])
  }
  const moved = await svc.call('POST', '/api/auth/handle', { cookie: stage.nova.cookie, body: { handle: 'stella' } })
  expect(moved.status).toBe(200)
  for (const feed of ['feed.xml', 'canimus.json']) {
    const response = await svc.fetch(`/@nova/${feed}`, { redirect: 'manual' })
    expect(await said('GET', `/@:handle/${feed}`, response)).toEqual([`/@:handle/${feed}`, 307, undefined])
  }
})
