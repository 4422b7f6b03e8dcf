import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { createApp } from '../../src/app.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const html = { accept: 'text/html' }

const change = async (svc: TestServer, { cookie }: Person, handle: string) => {
  const { status, json } = await svc.call('POST', '/api/auth/handle', { cookie, body: { handle } })
  const { artist, error, field } = Object(json)
  return status === 200 ? [status, artist.handle] : [status, error, field]
}

test('an artist’s former handle leads to the new one, page by page, and is nobody else’s', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada', { published: false, publishedAt: null })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  expect((await svc.call('GET', '/api/v1/artists/nova')).status).toBe(200)
  expect(await change(svc, nova, 'nova')).toEqual([200, 'nova'])
  expect(await change(svc, nova, 'stella')).toEqual([200, 'stella'])
  const led = async (path: string, cookie?: string) => {
    const { status, headers } = await svc.call('GET', path, { headers: html, ...(cookie ? { cookie } : {}) })
    return [status, headers.get('location')]
  }
  expect(await led('/@stella')).toEqual([200, null])
  expect(await led('/@nova?ref=abc')).toEqual([307, '/@stella?ref=abc'])
  expect(await led('/@nova/sideb')).toEqual([307, '/@stella/sideb'])
  expect(await led('/@nova/feed.xml')).toEqual([307, '/@stella/feed.xml'])
  expect(await led('/checkout/nova', ada.cookie)).toEqual([307, '/checkout/stella'])
  const { headers } = await svc.call('GET', '/@nova')
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-store', 'Cookie'])
  expect((await svc.call('POST', '/@nova')).status).not.toBe(307)
  expect((await svc.call('GET', '/api/v1/artists/nova')).status).toBe(404)
  expect((await svc.call('GET', '/api/v1/artists/stella')).status).toBe(200)

  // The API redirects too, and keeps the method.
  const routes = (await createApp(svc.ctx)).routes.filter(({ path }) => path.startsWith('/api/casset/:slug'))
  const reads = routes.filter(({ method }) => method === 'GET').map(({ path }) => path.replaceAll(/:\w+/g, ':'))
  for (const path of reads.map((each) => each.replace(':', 'nova').replaceAll(':', svc.ctx.uuid()))) {
    const there = path.replace('/nova', '/stella')
    expect([path, await led(path, nova.cookie)]).toEqual([path, [307, there]])
  }
  expect(await led('/api/casset/nova/media?x=1')).toEqual([307, '/api/casset/stella/media?x=1'])
  expect(reads.length).toBeGreaterThan(5)
  const said = await svc.call('POST', '/api/casset/nova/comment', { cookie: ada.cookie, body: { text: 'Hello' } })
  expect([said.status, said.headers.get('location')]).toEqual([307, '/api/casset/stella/comment'])
  const followed = await svc.fetch('/api/casset/nova/comment', {
    method: 'POST',
    headers: { cookie: ada.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
  })
  expect(followed.status).toBe(201)
  expect((await svc.call('POST', '/api/casset/nova/comment', { body: { text: 'Hello' } })).status).toBe(401)
  expect(await led('/api/casset/nobody/media')).toEqual([404, null])

  const taken = [409, 'This handle is taken.', 'handle']
  expect(await change(svc, ada, 'nova')).toEqual(taken)
  expect(await change(svc, ada, 'stella')).toEqual(taken)
  expect(await change(svc, ada, 'studio')).toEqual(taken)
  expect((await change(svc, ada, 'No'))[0]).toBe(400)
  expect((await svc.call('GET', '/api/handles/nova/available')).json).toEqual({ available: false })

  // A hidden page redirects only those who may see it.
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect(await led('/@nova')).toEqual([404, null])
  expect(await led('/api/casset/nova/media')).toEqual([404, null])
  expect(await led('/@nova', nova.cookie)).toEqual([307, '/@stella'])
  const { first } = await makeCodes(svc, nova)
  expect((await redeem(svc, ada, first)).status).toBe(200)
  expect(await led('/@nova', ada.cookie)).toEqual([307, '/@stella'])
  svc.ctx.db.update(cassets).set({ privacy: 'public' }).where(eq(cassets.id, nova.cassetId)).run()

  expect(await change(svc, nova, 'nova')).toEqual([200, 'nova'])
  expect([await led('/@nova'), await led('/@stella')]).toEqual([
    [200, null],
    [307, '/@nova'],
  ])
  for (const handle of ['one', 'two', 'three', 'four']) expect(await change(svc, nova, handle)).toEqual([200, handle])
  expect(rowsOf(svc, 'former_handles')).toHaveLength(5)
  expect(await change(svc, nova, 'five')).toEqual([409, '5 former handles already redirect to your page.', 'handle'])
  expect(await change(svc, nova, 'stella')).toEqual([200, 'stella'])
})

test('a handle under which nothing was published is free again, and two who want one at once do not both get it', async () => {
  await using svc = await startServer()
  const people = ['ada', 'bea', 'cleo'].map((name) => cast(svc.ctx, name, { published: false, publishedAt: null }))
  const [ada, bea, cleo] = people
  if (!ada || !bea || !cleo) throw new Error('Nobody was cast.')
  expect(await change(svc, ada, 'adele')).toEqual([200, 'adele'])
  expect(rowsOf(svc, 'former_handles')).toEqual([])
  expect((await svc.call('GET', '/@ada')).status).toBe(404)
  expect(await change(svc, bea, 'ada')).toEqual([200, 'ada'])
  const rush = await Promise.all([change(svc, ada, 'muse'), change(svc, cleo, 'muse'), change(svc, bea, 'muse')])
  expect(rush.map(([status]) => status).toSorted()).toEqual([200, 409, 409])
  const session = await svc.call('GET', '/api/auth/session', { cookie: cleo.cookie })
  expect(session.json).toMatchObject({ artist: { id: cleo.artistId } })
})
