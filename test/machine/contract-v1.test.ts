import { expect, test } from 'bun:test'
import { v1Paths } from '../../src/machine/public-v1/route.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('the two public reads are all there is of v1, and they walk the same way in their own envelope', async () => {
  expect(v1Paths).toEqual(['/api/v1', '/api/v1/*'])
  await using svc = await startServer()
  await using limited = await startServer({ limiter: { take: () => 7 } })
  await world(svc)
  const headers = { 'x-request-id': 'walk.1', origin: 'https://elsewhere.example', authorization: 'Bearer x' }
  const refused = (code: string, retryable: boolean) => ({
    schema: 'svc.error.v1',
    error: { code, message: expect.any(String), requestId: 'walk.1', retryable },
  })
  for (const end of ['', '/catalog']) {
    const calls = [
      [
        svc,
        'GET',
        `nova${end}`,
        200,
        'public, max-age=0, must-revalidate',
        expect.objectContaining({ schema: expect.any(String) }),
      ],
      [svc, 'GET', `No${end}`, 400, 'private, no-store', refused('INVALID_REQUEST', false)],
      [svc, 'GET', `nobody${end}`, 404, 'private, no-store', refused('RESOURCE_UNAVAILABLE', false)],
      [svc, 'GET', `nova${end}/more`, 404, 'private, no-store', refused('RESOURCE_UNAVAILABLE', false)],
      [svc, 'POST', `nova${end}`, 405, 'private, no-store', refused('INVALID_REQUEST', false)],
      [limited, 'GET', `No${end}`, 429, 'private, no-store', refused('RATE_LIMITED', true)],
      [limited, 'POST', `nova${end}`, 429, 'private, no-store', refused('RATE_LIMITED', true)],
    ] as const
    for (const [server, method, path, status, cache, body] of calls) {
      const answer = await server.call(method, `/api/v1/artists/${path}`, { headers })
      const found = [answer.status, answer.headers.get('cache-control'), answer.json]
      expect([method, path, ...found]).toEqual([method, path, status, cache, body])
      expect(answer.headers.get('x-request-id')).toBe('walk.1')
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET' : null)
      expect(answer.headers.get('retry-after')).toBe(status === 429 ? '7' : null)
    }
  }
})
