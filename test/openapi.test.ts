import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PublicArtist, PublicCatalog, V1Error } from '../src/public-v1/model.ts'
import { startServer } from './support/server.ts'
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
