import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { cassetRow, patchCasset } from '../support/casset/casset.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

const sharedServer = shareNames()

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

test('publishing needs a ready active track', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  const refused = await patchCasset(svc, ada, { published: true, name: 'Empty' })
  expect([refused.status, refused.json]).toEqual([
    409,
    {
      error: 'There is nothing to hear on this casset yet.',
      code: 'BAD_STATE',
      hint: 'Add a track and wait until it is ready, then publish.',
    },
  ])
  await addReadyTrack(svc.ctx, ada.cassetId, 'Waiting', { status: 'PROCESSING' })
  await addReadyTrack(svc.ctx, ada.cassetId, 'Inactive', { active: false })
  expect((await patchCasset(svc, ada, { published: true })).status).toBe(409)
  expect(cassetRow(svc, ada.cassetId)).toMatchObject({ published: false, name: 'Ada' })
  svc.ctx.db.update(tracks).set({ active: true }).where(eq(tracks.title, 'Inactive')).run()
  expect((await patchCasset(svc, ada, { published: true })).status).toBe(200)
})

test('a casset that is published already may be saved as such, whatever became of its tracks', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova')
  const answer = await patchCasset(svc, nova, { published: true, name: 'Blank' })
  expect([answer.status, cassetRow(svc, nova.cassetId)?.name]).toEqual([200, 'Blank'])
})

test('publishedAt is set by the first publishing and stays', async () => {
  const svc = await sharedServer()
  const ada = cast(svc.ctx, 'ada', { published: false, publishedAt: null })
  await addReadyTrack(svc.ctx, ada.cassetId, 'Song')
  expect((await patchCasset(svc, ada, { published: true })).json).toHaveProperty('casset.published', true)
  const { publishedAt } = cassetRow(svc, ada.cassetId) ?? {}
  expect(Math.abs((publishedAt ?? 0) - svc.ctx.now())).toBeLessThan(60_000)
  svc.tick(3_600_000)
  for (const published of [true, false, true]) {
    const answer = await patchCasset(svc, ada, { published })
    expect(answer.json).toMatchObject({ casset: { published, publishedAt: iso(publishedAt ?? null) } })
  }
})

test("another's casset is 403, an absent one 404, a malformed id 404, for PATCH and for update-price", async () => {
  const svc = await sharedServer()
  const { nova, ada, draft, hidden } = await world(svc)
  const before = svc.ctx.db.select().from(cassets).all()
  const change = async (id: string) => {
    const options = { cookie: ada.cookie, body: { price: 100 } }
    const patched = await svc.call('PATCH', `/api/studio/casset/${encodeURIComponent(id)}`, options)
    const body = { cassetId: id, price: 100 }
    const priced = await svc.call('POST', '/api/casset/update-price', { cookie: ada.cookie, body })
    expect([priced.status, priced.json]).toEqual([patched.status, patched.json])
    return [patched.status, patched.json]
  }
  const foreign = [403, { error: 'This casset belongs to somebody else.', code: 'FORBIDDEN' }]
  for (const { cassetId } of [nova, draft, hidden]) expect(await change(cassetId)).toEqual(foreign)
  const absent = [404, { error: 'There is no such casset.', code: 'NOT_FOUND' }]
  for (const id of [svc.ctx.uuid(), 'nova', '0', '%', "' OR '1'='1", nova.cassetId.toUpperCase()]) {
    expect(await change(id)).toEqual(absent)
  }
  expect(svc.ctx.db.select().from(cassets).all()).toEqual(before)
})

test('update-price answers the casset alone', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const body = { cassetId: nova.cassetId, price: 1_000_000 }
  const answer = await svc.call('POST', '/api/casset/update-price', { cookie: nova.cookie, body })
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      casset: {
        id: nova.cassetId,
        slug: 'nova',
        name: 'First Light',
        price: { amount: 1_000_000, currency: 'usd' },
        published: true,
        privacy: 'public',
        publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    },
  ])
})

test('update-price refuses what is no price', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  for (const price of ['49', '-1', '1.5', '"7"', '"700"', 'null', '1000001', '{}', '1e300']) {
    const body = `{"cassetId":"${nova.cassetId}","price":${price}}`
    const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body, headers })
    const refusal = expect.objectContaining({ code: 'VALIDATION', field: 'price' })
    expect([price, response.status, await response.json()]).toEqual([price, 400, refusal])
  }
  expect(cassetRow(svc, nova.cassetId)?.priceMinor).toBe(700)
})

test('1e3 is the whole number 1000, as JSON has it', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  const body = `{"cassetId":"${nova.cassetId}","price":1e3}`
  const response = await svc.fetch('/api/casset/update-price', { method: 'POST', body, headers })
  expect(await response.json()).toHaveProperty('casset.price', { amount: 1000, currency: 'usd' })
})

test('ten changes at once all happen, and of ten with one ETag exactly one does', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const names = Array.from({ length: 10 }, (_, n) => `Name ${n}`)
  const free = await Promise.all(names.map((name) => patchCasset(svc, nova, { name })))
  expect(free.map(({ status }) => status)).toEqual(names.map(() => 200))
  const tags = new Set(free.map(({ headers }) => headers.get('etag')))
  expect(tags.size).toBe(10)
  expect(cassetRow(svc, nova.cassetId)?.revision).toBe(11)
  const tag = (await patchCasset(svc, nova, {})).headers.get('etag') ?? ''
  const bound = await Promise.all(names.map((name) => patchCasset(svc, nova, { name }, { 'if-match': tag })))
  expect(bound.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
})
