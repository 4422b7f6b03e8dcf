import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import { rowsOf } from '../../support/account/account.ts'
import { addExtraRow, added, extraPath, extrasPath, listedOf, openAs, pdf } from '../../support/casset/extra.ts'
import type { TestServer } from '../../support/server.ts'
import { collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { collectAsGuest } from '../../support/shop/guest.ts'
import { inMs } from '../../support/shop/preorder.ts'
import { sellTracks } from '../../support/shop/single-track.ts'
import { cast, type Person } from '../../support/world.ts'

const notFound = { error: 'There is no such file.', code: 'NOT_FOUND' }

async function openWithBooklet() {
  const shop = await openShop()
  const booklet = await addExtraRow(shop.svc.ctx, shop.nova.cassetId)
  return { ...shop, booklet, path: extraPath(booklet.id) }
}

const statusOf = async (svc: TestServer, person: Pick<Person, 'cookie'>, path: string) =>
  (await openAs(svc, person, path)).status

test('the files of a casset are for its artist and those who have all of it, and for nobody else', async () => {
  const { svc, nova, ada, path } = await openWithBooklet()
  await using _ = svc
  const stranger = await svc.call('GET', path)
  expect([stranger.status, Object(stranger.json).code]).toEqual([401, 'UNAUTHENTICATED'])
  const before = await openAs(svc, ada, path)
  expect([before.status, before.json]).toMatchObject([
    403,
    { code: 'FORBIDDEN', hint: expect.stringContaining('/checkout/nova') },
  ])
  expect(await statusOf(svc, nova, path)).toBe(200)
  await collect(svc, ada)
  const sent = await svc.fetch(path, { headers: { cookie: ada.cookie } })
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(pdf())
  const started = rowsOf(svc, 'orders').map(Object).at(-1)
  await shopOf(svc).stripe.refunds.create({ payment_intent: String(started.payment_intent_id) })
  await settled(svc)
  expect(await statusOf(svc, ada, path)).toBe(403)
})

test('it is sent as a download that no browser shows as a page, whatever is in it', async () => {
  const { svc, nova } = await openWithBooklet()
  await using _ = svc
  const id = await added(svc, nova, pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), '../Liner “notes”.html')
  const { status, headers } = await openAs(svc, nova, extraPath(id))
  expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    200,
    'application/pdf',
    'nosniff',
  ])
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="Liner _notes_.pdf"; filename*=UTF-8\'\'Liner%20%E2%80%9Cnotes%E2%80%9D.pdf',
  )
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
  expect(headers.get('cache-control')).toBe('private, no-store')
  const part = await openAs(svc, nova, extraPath(id), { range: 'bytes=0-4' })
  expect([part.status, part.text, part.headers.get('content-range')?.split('/')[0]]).toEqual([
    206,
    '%PDF-',
    'bytes 0-4',
  ])
  const beyond = await openAs(svc, nova, extraPath(id), { range: 'bytes=99999-' })
  expect([beyond.status, Object(beyond.json).code]).toEqual([416, 'RANGE_NOT_SATISFIABLE'])
})

test('somebody with single tracks has nothing of it, until they have the rest', async () => {
  const { svc, nova, ada, dawn, path } = await openWithBooklet()
  await using _ = svc
  sellTracks(svc, nova, 150)
  await collect(svc, ada, undefined, { slug: 'nova', trackIds: [dawn.id] })
  const refused = await openAs(svc, ada, path)
  expect([refused.status, Object(refused.json).code]).toEqual([403, 'FORBIDDEN'])
  await collect(svc, ada)
  expect(await statusOf(svc, ada, path)).toBe(200)
})

test('a guest has it by their link alone, and not by another one', async () => {
  const { svc, booklet } = await openWithBooklet()
  await using _ = svc
  const { secret } = await collectAsGuest(svc)
  const at = (link: string) => `/api/guest/${link}/extras/${booklet.id}`
  expect((await svc.call('GET', at(secret))).status).toBe(200)
  expect((await svc.call('GET', at(`${secret.slice(0, -1)}x`))).status).toBe(404)
  const other = cast(svc.ctx, 'mallory')
  const foreign = await addExtraRow(svc.ctx, other.cassetId)
  const absent = await svc.call('GET', `/api/guest/${secret}/extras/${foreign.id}`)
  expect([absent.status, absent.json]).toEqual([404, notFound])
})

test('of another casset, absent, or of one that is hidden: there is no such file', async () => {
  const { svc, nova, ada, booklet } = await openWithBooklet()
  await using _ = svc
  await collect(svc, ada)
  const mallory = cast(svc.ctx, 'mallory')
  const theirs = await addExtraRow(svc.ctx, mallory.cassetId)
  for (const path of [extraPath(theirs.id), extraPath('x'), extraPath(booklet.id, 'mallory')]) {
    const answer = await openAs(svc, ada, path)
    expect([answer.status, answer.json]).toEqual([404, notFound])
  }
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, nova.cassetId)).run()
  const hidden = await openAs(svc, mallory, extraPath(booklet.id))
  expect([hidden.status, Object(hidden.json).error]).toEqual([404, 'There is no such casset.'])
  expect(await statusOf(svc, ada, extraPath(booklet.id))).toBe(200)
})

test('another artist neither lists, adds, renames, moves nor removes it', async () => {
  const { svc, nova, booklet } = await openWithBooklet()
  await using _ = svc
  const { cookie } = cast(svc.ctx, 'mallory')
  const path = `/api/studio/extras/${booklet.id}`
  for (const [method, at, body] of [
    ['GET', extrasPath(nova), undefined],
    ['PATCH', path, { name: 'Mine' }],
    ['PATCH', path, { position: 1 }],
    ['DELETE', path, undefined],
  ] as const) {
    const answer = await svc.call(method, at, { cookie, ...(body ? { body } : {}) })
    expect([method, answer.status, Object(answer.json).code]).toEqual([method, 403, 'FORBIDDEN'])
  }
  expect(await listedOf(svc, nova)).toMatchObject([{ id: booklet.id, name: 'Booklet' }])
})

test('of a preorder it is named at once, and had at its hour and not before, but for its artist', async () => {
  const { svc, nova, ada, path } = await openWithBooklet()
  await using _ = svc
  const body = { opensAt: inMs(svc, 86_400_000), opensZone: 'UTC' }
  expect((await svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, { cookie: nova.cookie, body })).status).toBe(
    200,
  )
  await collect(svc, ada)
  const media = Object((await svc.call('GET', '/api/casset/nova/media')).json)
  expect(media.extras).toMatchObject([{ name: 'Booklet', format: 'pdf' }])
  expect([await statusOf(svc, ada, path), await statusOf(svc, nova, path)]).toEqual([404, 200])
  svc.tick(86_400_000)
  await svc.ctx.jobs.idle()
  expect(await statusOf(svc, ada, path)).toBe(200)
})

test('a file that its artist removes stays for those who had the casset by then, and for nobody later', async () => {
  const { svc, nova, ada, booklet, path } = await openWithBooklet()
  await using _ = svc
  await collect(svc, ada)
  const bob = cast(svc.ctx, 'bob')
  svc.tick(1_000)
  expect((await svc.call('DELETE', `/api/studio/extras/${booklet.id}`, { cookie: nova.cookie })).status).toBe(204)
  svc.tick(1_000)
  await collect(svc, bob)
  expect(await listedOf(svc, nova)).toEqual([])
  expect(Object((await svc.call('GET', '/api/casset/nova/media')).json).extras).toBeUndefined()
  expect([await statusOf(svc, ada, path), await statusOf(svc, bob, path), await statusOf(svc, nova, path)]).toEqual([
    200, 404, 404,
  ])
  // Once nobody has it any more, its row and bytes go.
  const [order] = rowsOf(svc, 'orders').map(Object)
  await shopOf(svc).stripe.refunds.create({ payment_intent: String(order.payment_intent_id) })
  await settled(svc)
  await svc.ctx.jobs.idle()
  expect([rowsOf(svc, 'extras'), await Bun.file(svc.ctx.blobs.path(booklet.sha256)).exists()]).toEqual([[], false])
})

test('a file that is removed while nobody has it is gone with its bytes', async () => {
  const { svc, nova, booklet } = await openWithBooklet()
  await using _ = svc
  await svc.call('DELETE', `/api/studio/extras/${booklet.id}`, { cookie: nova.cookie })
  await svc.ctx.jobs.idle()
  expect([rowsOf(svc, 'extras'), await Bun.file(svc.ctx.blobs.path(booklet.sha256)).exists()]).toEqual([[], false])
})

test('a law takes it from those who have it, the site’s terms do not', async () => {
  const { svc, nova, ada, path } = await openWithBooklet()
  await using _ = svc
  await collect(svc, ada)
  const takeDown = (ground: 'law' | 'terms') =>
    svc.ctx.db.update(cassets).set({ published: false, takenDown: ground }).where(eq(cassets.id, nova.cassetId)).run()
  takeDown('terms')
  expect(await statusOf(svc, ada, path)).toBe(200)
  takeDown('law')
  expect(await statusOf(svc, ada, path)).toBe(404)
})

test('a small picture is drawn of a PDF’s first page and of a picture, and is held as they are', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const id = await added(svc, nova)
  await svc.ctx.jobs.idle()
  expect(await listedOf(svc, nova)).toMatchObject([{ id, hasPreview: true }])
  const at = `${extraPath(id)}/preview`
  expect(await statusOf(svc, ada, at)).toBe(403)
  const drawn = await svc.fetch(at, { headers: { cookie: nova.cookie } })
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const picture = new Bun.Image(await drawn.bytes())
  expect(await picture.metadata()).toMatchObject({ width: 480, height: 240 })
  const [row] = svc.ctx.db.select().from(extras).all()
  expect(row?.previewBytes).toBeGreaterThan(0)
})
