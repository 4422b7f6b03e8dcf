import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/casset/track.ts'
import { cassetRow, patchCasset } from '../support/casset/casset.ts'
import { addMaster, downloadPath, packedFor } from '../support/casset/download.ts'
import { addTape } from '../support/casset/tape.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { exportOf } from '../support/operate/export.ts'
import { publishedRelease } from '../support/release/release.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

const sharedServer = shareNames()

const parts = (json: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), json)

test('emoji, releases and drops are of the tape that they are made for, and of no other of its artist', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const second = addTape(svc, nova, 'second')
  const ofSecond = { ...nova, cassetId: second }
  const snow = await addReadyTrack(svc.ctx, second, 'Snow')
  await addEmoji(svc, ofSecond, 'snow')
  const releaseId = await publishedRelease(svc, nova, [snow.id], { title: 'Snow' })
  const dropId = addDrop(svc, ofSecond, snow)
  const [first, further] = await Promise.all(
    ['nova', 'nova.second'].map(async (slug) => (await svc.call('GET', `/api/casset/${slug}/media`)).json),
  )
  expect([parts(first, 'emojis', 'length'), parts(further, 'emojis', '0', 'shortcode')]).toEqual([0, 'snow'])
  expect([parts(first, 'provenance'), parts(further, 'provenance', 'releaseId')]).toEqual([null, releaseId])
  const pages = await Promise.all(['/@nova', '/@nova/second'].map(async (path) => (await svc.fetch(path)).text()))
  expect(pages.map((text) => text.includes(dropId))).toEqual([false, true])
  const mixed = {
    title: 'Both',
    type: 'EP',
    trackIds: [snow.id, (await addReadyTrack(svc.ctx, nova.cassetId, 'X')).id],
  }
  expect((await svc.call('POST', '/api/studio/releases', { cookie: nova.cookie, body: mixed })).status).toBe(400)
})

test('a download is of the tape that was collected alone, and the export of its artist has them all', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const second = addTape(svc, nova, 'second', { name: 'Second' })
  await addMaster(svc.ctx, second, 'flac-16.flac', { title: 'Snow' })
  const { first } = await makeCodes(svc, { ...nova, cassetId: second })
  expect((await redeem(svc, ada, first)).status).toBe(200)
  const files = await packedFor(svc, ada, downloadPath('nova.second', 'original'))
  expect([...files.keys()].filter((name) => name.endsWith('.flac'))).toHaveLength(1)
  expect((await svc.call('GET', downloadPath('nova'), { cookie: ada.cookie })).status).toBe(403)
  const { files: exported } = await exportOf(svc, nova)
  const kept = (name: string) => exported.get(`${name}.json`)?.toString() ?? ''
  for (const id of [nova.cassetId, second]) expect(kept('cassets')).toContain(id)
  for (const title of ['Dawn', 'Kettle', 'Snow']) expect(kept('tracks')).toContain(title)
})

test('an artist of several tapes who leaves takes all of them, but what somebody collected', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const [held, free] = ['held', 'free'].map((word) => addTape(svc, nova, word))
  const snow = await addReadyTrack(svc.ctx, held ?? '', 'Snow')
  const rain = await addReadyTrack(svc.ctx, free ?? '', 'Rain')
  const { first } = await makeCodes(svc, { ...nova, cassetId: held ?? '' })
  await redeem(svc, ada, first)
  const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: { leaveOwed: true } })
  expect(gone.status).toBe(204)
  await svc.ctx.jobs.idle()
  const left = svc.ctx.db.select({ id: tracks.id, withdrawnAt: tracks.withdrawnAt }).from(tracks).all()
  expect(left.filter(({ id }) => [dawn.id, snow.id, rain.id].includes(id))).toEqual([
    { id: snow.id, withdrawnAt: expect.any(Number) },
  ])
  for (const path of ['/@nova', '/@nova/held', '/@nova/free', '/@nova/tapes']) {
    expect([path, (await svc.call('GET', path)).status]).toEqual([path, 404])
  }
  expect(cassetRow(svc, free ?? '')).toMatchObject({ name: 'A casset', published: false })
  expect(svc.ctx.db.select().from(tracks).where(eq(tracks.id, snow.id)).get()?.sha256).toBe(snow.sha256)
  expect((await svc.call('GET', `/api/audio/${snow.id}`, { cookie: ada.cookie })).json).toMatchObject({
    access: 'full',
  })
})

test('an artist whose first tape is hidden has the page of their others, and v1 does not know them', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const led = async (path: string, cookie?: string) => {
    const { status, headers } = await svc.call('GET', path, cookie === undefined ? {} : { cookie })
    return [status, headers.get('location')]
  }
  expect(await led('/@nova')).toEqual([404, null])
  const live = addTape(svc, nova, 'live', { privacy: 'unlisted' })
  expect(await led('/@nova')).toEqual([404, null])
  await patchCasset(svc, { ...nova, cassetId: live }, { privacy: 'public' })
  expect(await led('/@nova?ref=x')).toEqual([307, '/@nova/tapes?ref=x'])
  expect(await led('/@nova/tapes')).toEqual([200, null])
  expect(await led('/@nova', nova.cookie)).toEqual([200, null])
  for (const path of ['/@nova/sideb', '/@nova/feed.xml', '/checkout/nova', '/api/casset/nova/media'])
    expect([path, (await led(path, cast(svc.ctx, `ada-${path.length}`).cookie))[0]]).toEqual([path, 404])
  for (const path of ['/api/v1/artists/nova', '/api/v1/artists/nova/catalog'])
    expect((await svc.call('GET', path)).status).toBe(404)
  const renamed = await svc.call('POST', '/api/auth/handle', { cookie: nova.cookie, body: { handle: 'stella' } })
  expect(renamed.status).toBe(200)
  expect(await led('/@nova')).toEqual([307, '/@stella/tapes'])
  expect(await led('/@nova/tapes')).toEqual([307, '/@stella/tapes'])
  expect(await led('/@nova/live')).toEqual([307, '/@stella/live'])
})

test('v1 lists a recording once for each public tape that has it, and never for a copy on a co-casset', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await world(svc)
  const live = addTape(svc, nova, 'live', { releasedOn: '2999-01-01' })
  const { sha256 } = dawn
  await addReadyTrack(svc.ctx, live, 'Dawn', { sha256, durationSec: 170 })
  const { id } = await makeCoCasset(svc, nova, 'both', [ada])
  await addReadyTrack(svc.ctx, id, 'Dawn', { sha256, contributorId: nova.artistId })
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1, published_at = 1 WHERE id = ?', [id])
  const { json } = await svc.call('GET', '/api/v1/artists/nova/catalog')
  expect(Object(json).tracks.map(Object.values)).toEqual([
    ['Dawn', 'ORIGINAL', 170],
    ['Dawn', 'ORIGINAL', 180.5],
    ['Kettle', 'GENERATION', 61],
  ])
})
