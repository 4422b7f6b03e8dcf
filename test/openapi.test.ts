import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { createApp } from '../src/app.ts'
import { PublicArtist, PublicCatalog, V1Error } from '../src/public-v1/model.ts'
import { ask, stageOf } from './support/contract.ts'
import { table } from './support/contract-table.ts'
import { startServer, type TestServer } from './support/server.ts'
import { world } from './support/world.ts'

test('the OpenAPI document names the public reads and every product route, each with its refusal', async () => {
  await using svc = await startServer()
  const { json } = await svc.call('GET', '/openapi.json')
  for (const path of [
    '/api/v1/artists/{handle}',
    '/api/v1/artists/{handle}/catalog',
    '/api/casset/{slug}/media',
    '/api/auth/signup',
  ]) {
    expect(json).toHaveProperty(['paths', path])
  }
  for (const path of ['/api/v1/artists/{handle}', '/api/v1/artists/{handle}/catalog']) {
    const responses = Object(Reflect.get(Object(json), 'paths'))[path].get.responses
    expect(Object.keys(responses)).toEqual(['200', '400', '404', '429', '503'])
  }
  expect(json).toHaveProperty(
    [
      'paths',
      '/api/casset/update-price',
      'post',
      'responses',
      'default',
      'content',
      'application/json',
      'schema',
      '$ref',
    ],
    '#/components/schemas/ProductError',
  )
  expect(JSON.stringify(json)).not.toContain('"/@{handle}"')
})

type Documented = { content?: Record<string, unknown> }
type Paths = Record<string, Record<string, { responses: Record<string, Documented> }>>

const isPaths = (paths: unknown): paths is Paths => typeof paths === 'object' && paths !== null

async function pathsOf(svc: TestServer): Promise<Paths> {
  const { json } = await svc.call('GET', '/openapi.json')
  const paths: unknown = Reflect.get(Object(json), 'paths')
  if (!isPaths(paths)) throw new Error('The document has no paths.')
  return paths
}

const braced = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const isSuccess = (status: string | number) => /^2\d\d$/.test(String(status))

test('every operation of the document has a success, with its media types where there is a body', async () => {
  await using svc = await startServer()
  for (const [path, operations] of Object.entries(await pathsOf(svc))) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const successes = Object.entries(responses).filter(([status]) => isSuccess(status))
      expect([method, path, successes.length > 0]).toEqual([method, path, true])
      for (const [status, { content }] of successes) {
        const hasBody = status !== '204' && method !== 'head'
        const types = Object.keys(content ?? {}).filter((type) => /^[a-z]+\/[a-z0-9.+-]+$/.test(type))
        expect([method, path, status, types.length > 0]).toEqual([method, path, status, hasBody])
        expect(Object.keys(content ?? {})).toHaveLength(types.length)
      }
    }
  }
})

test('every route of the router below /api is documented', async () => {
  await using svc = await startServer()
  const paths = await pathsOf(svc)
  const routes = createApp(svc.ctx).routes.filter(({ path }) => path.startsWith('/api'))
  const missing = routes.filter(({ method, path }) => !paths[braced(path)]?.[method.toLowerCase()])
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(routes.length).toBeGreaterThan(50)
})

test('what is answered has a status and a type that the document names', async () => {
  await using svc = await startServer()
  const paths = await pathsOf(svc)
  const ends = (path: string) => Number(/logout|sessions/.test(path))
  const stage = await stageOf(svc)
  const asked: string[] = []
  for (const row of table.toSorted((a, b) => ends(a.path) - ends(b.path))) {
    const documented = paths[braced(row.path)]?.[row.method.toLowerCase()]?.responses ?? {}
    const ranges =
      row.path.endsWith('download') || row.path.includes('/api/audio/:') ? [{}, { range: 'bytes=0-9' }] : [{}]
    // Signing up with a session would end it.
    const cookie = row.access === 'public' ? undefined : stage.nova.cookie
    for (const headers of ranges) {
      const { status, headers: told } = await ask(svc, row, stage, { cookie, headers })
      if (!isSuccess(status)) continue
      const type = told.get('content-type')?.split(';')[0]
      const isNamed = type === undefined || row.method === 'HEAD' || documented[status]?.content?.[type] !== undefined
      expect([row.method, row.path, status, type, isNamed]).toEqual([row.method, row.path, status, type, true])
      expect([row.path, Object.keys(documented)]).toEqual([row.path, expect.arrayContaining([String(status)])])
      asked.push(`${row.method} ${row.path} ${status}`)
    }
  }
  expect(asked).toContain('GET /api/audio/:trackId 206')
  expect(asked).toContain('POST /api/studio/casset/:id/tracks 201')
  expect(asked.length).toBeGreaterThan(30)
})

test('what v1 answers fits the schemas of its document', async () => {
  await using svc = await startServer()
  await world(svc)
  const artist = await svc.call('GET', '/api/v1/artists/nova')
  const catalog = await svc.call('GET', '/api/v1/artists/nova/catalog')
  const refusal = await svc.call('GET', '/api/v1/artists/nobody')
  expect(Value.Check(PublicArtist, artist.json)).toBe(true)
  expect(Value.Check(PublicCatalog, catalog.json)).toBe(true)
  expect(Value.Check(V1Error, refusal.json)).toBe(true)
})

test('the page that shows it asks no other site for anything', async () => {
  await using svc = await startServer()
  const { status, text, headers } = await svc.call('GET', '/openapi', { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  expect(text).toContain('/api/casset/{slug}/media')
  expect(text).not.toMatch(/(?:src|href)="https?:\/\/(?!localhost)/)
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
})
