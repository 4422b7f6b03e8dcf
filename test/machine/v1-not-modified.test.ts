import { expect, test } from 'bun:test'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('a client that has an answer already is told so by 304, until a byte of it changes', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, kettle } = await world(svc)
  const ask = (path: string, held: string) =>
    svc.call('GET', `/api/v1/artists/nova${path}`, { headers: { 'if-none-match': held, 'x-request-id': 'same' } })
  const tags = new Set<string>()
  const touch = () => svc.ctx.db.$client.run('UPDATE artists SET bio = bio')
  // The first read of each is prepared while it is asked for.
  for (const path of ['', '/catalog']) {
    touch()
    const whole = await ask(path, '"another", W/"one"')
    const etag = whole.headers.get('etag') ?? ''
    expect([whole.status, etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)])
    tags.add(etag)
    touch()
    for (const held of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const answer = await ask(path, held)
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag])
      expect(answer.headers.get('x-request-id')).toBe('same')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    }
  }
  expect(tags.size).toBe(2)
  const [artistTag = '', catalogTag = ''] = tags
  const body = { title: 'Teapot' }
  expect((await svc.call('PATCH', `/api/studio/tracks/${kettle.id}`, { cookie: nova.cookie, body })).status).toBe(200)
  expect((await ask('', artistTag)).status).toBe(304)
  const changed = await ask('/catalog', catalogTag)
  expect([changed.status, changed.json]).toEqual([200, expect.objectContaining({ page: { count: 2 } })])
  expect(tags.has(changed.headers.get('etag') ?? '')).toBe(false)
})

test('a 304 takes a token, and no refusal becomes one', async () => {
  await using svc = await startServer({ clock: 'stands' })
  await world(svc)
  const headers = { 'if-none-match': '*' }
  const ask = (path: string, method = 'GET') => svc.call(method, `/api/v1/artists/${path}`, { headers })
  const refused = [await ask('nobody'), await ask('hidden'), await ask('No'), await ask('nova', 'HEAD')]
  expect(refused.map(({ status, headers }) => [status, headers.get('etag')])).toEqual(
    [404, 404, 400, 405].map((status) => [status, null]),
  )
  for (let n = 0; n < 56; n += 1) expect((await ask('nova')).status).toBe(304)
  expect((await ask('nova')).status).toBe(429)
})
