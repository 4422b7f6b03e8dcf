import { expect, test } from 'bun:test'
import { startServer } from '../../support/server.ts'

test('an address without parameters is found with a slash at its end, by HEAD, and by its own methods alone', async () => {
  await using svc = await startServer()
  const ask = async (method: string, path: string) => (await svc.fetch(path, { method, redirect: 'manual' })).status
  expect([await ask('GET', '/search'), await ask('GET', '/search/'), await ask('HEAD', '/search')]).toEqual([
    200, 200, 200,
  ])
  expect([await ask('GET', '/searc'), await ask('GET', '/search/x')]).toEqual([404, 404])
  const wrong = await svc.fetch('/search', { method: 'PUT' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
