import { expect, test } from 'bun:test'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const stale = {
  error: 'The casset was changed in the meantime.',
  code: 'BAD_STATE',
  field: 'If-Match',
  hint: 'Load the page again, then make your change.',
}

test("the owner's media has the ETag that every change of casset and tracks gives, and nobody else's is that one", async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  const tagOf = async () =>
    (await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })).headers.get('etag')
  const others = async (cookie?: string) =>
    (await svc.call('GET', '/api/casset/nova/media', { cookie })).headers.get('etag')
  expect(await others(ada.cookie)).toBeNull()
  // A stranger's is of the bytes, and no change is made by it.
  expect(await others()).not.toBe(await tagOf())
  const changes = [
    ['PATCH', `/api/studio/casset/${nova.cassetId}`, { name: 'One' }],
    ['PATCH', `/api/studio/tracks/${dawn.id}`, { title: 'Two' }],
    ['DELETE', `/api/studio/tracks/${kettle.id}`, undefined],
  ] as const
  let last = await tagOf()
  for (const [method, path, body] of changes) {
    const before = last
    const headers = { 'if-match': before ?? '' }
    const changed = await svc.call(method, path, { body, cookie: nova.cookie, headers })
    last = changed.headers.get('etag')
    expect([path, changed.status < 300, last === before, await tagOf()]).toEqual([path, true, false, last])
    const again = await svc.call(method, method === 'DELETE' ? `/api/studio/tracks/${dawn.id}` : path, {
      body,
      cookie: nova.cookie,
      headers,
    })
    expect([path, again.status, again.json, await tagOf()]).toEqual([path, 409, stale, last])
  }
})

test('a title that is none is named before an ETag is looked at', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const { status, json } = await svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, {
    body: { title: '\u200b' },
    cookie: nova.cookie,
    headers: { 'if-match': '"old"' },
  })
  expect([status, json]).toEqual([400, expect.objectContaining({ field: 'title' })])
})
