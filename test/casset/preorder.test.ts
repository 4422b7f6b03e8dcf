import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { spokenHour } from '../../src/lib/time/spoken-hour.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { packedFor } from '../support/casset/download.ts'
import { addTape } from '../support/casset/tape.ts'
import { makeRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { accessOf, collect, settled } from '../support/shop/checkout.ts'
import { collectAsGuest, downloadAsGuest, hearAsGuest, refusalOf } from '../support/shop/guest.ts'
import { closedOf, dayMs, inMs, openPreorder, rowOf, setOpening } from '../support/shop/preorder.ts'
import { addReadyTrack, masterBytes, world } from '../support/world.ts'

test('until its hour nobody but the artist hears, sees or downloads what is closed, door by door', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, dawn, kettle } = shop
  await collect(svc, ada)
  const guest = await collectAsGuest(svc)
  const { json: own } = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  const purchaseId = String(Object(own).purchases[0].id)

  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(await accessOf(svc, dawn.id, draft)).toBe('hook')
  expect(await accessOf(svc, kettle.id, nova)).toBe('full')
  for (const cookie of [ada.cookie, draft.cookie, undefined]) {
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await svc.call(method, path, { cookie, ...(body === undefined ? {} : { body }) })
      return [path, answer.status, answer.text.includes('MASTER of Kettle')]
    }
    for (const path of [
      `/api/audio/${kettle.id}`,
      `/api/audio/${kettle.id}/hook`,
      `/api/audio/waveform/${kettle.id}`,
      `/api/tracks/${kettle.id}/lyrics`,
      `/api/hooks/${kettle.hookId}/comments`,
      `/api/hooks/${kettle.hookId}/submissions`,
      `/@nova/clip/${kettle.id}`,
    ]) {
      expect(await ask('GET', path)).toEqual([path, 404, false])
    }
    if (cookie === undefined) continue
    expect((await ask('POST', '/api/audio/token', { trackId: kettle.id }))[1]).toBe(404)
    expect((await ask('POST', `/api/hooks/${kettle.hookId}/like`, {}))[1]).toBe(404)
    expect((await ask('POST', '/api/casset/nova/share', { trackId: kettle.id }))[1]).toBe(404)
    const played = { type: 'play', trackId: kettle.id }
    expect((await ask('POST', '/api/casset/nova/activity', played))[1]).toBeGreaterThanOrEqual(400)
  }
  expect((await hearAsGuest(svc, guest.secret, kettle.id)).status).toBe(404)
  expect((await hearAsGuest(svc, guest.secret, dawn.id)).status).toBe(206)
  const zips = [
    await packedFor(svc, ada, '/api/casset/nova/download?format=original'),
    await packedFor(svc, nova, '/api/casset/nova/download?format=original'),
  ]
  for (const zip of zips) {
    const names = [...zip.keys()].join()
    expect(names).toContain('Dawn')
    expect(names).not.toContain('Kettle')
  }
  expect((await downloadAsGuest(svc, guest.secret)).text).not.toContain('Kettle')
  const held = await svc.call('GET', `/api/purchases/${purchaseId}/tracks`, { cookie: ada.cookie })
  expect(Object(held.json).tracks.map(({ title }: { title: string }) => title)).toEqual(['Dawn'])

  for (const path of [
    '/api/v1/artists/nova/catalog',
    '/@nova/feed.xml',
    '/@nova/canimus.json',
    '/@nova/embed',
    '/sitemap.xml',
    '/llms.txt',
  ]) {
    const { text } = await svc.call('GET', path)
    expect([path, text.includes(kettle.id), text.includes(kettle.hookId), text.includes(kettle.sha256)]).toEqual([
      path,
      false,
      false,
      false,
    ])
  }
  const catalog = await svc.call('GET', '/api/v1/artists/nova/catalog')
  expect(Object(catalog.json).tracks.map(({ title }: { title: string }) => title)).toEqual(['Dawn'])
  expect((await svc.call('GET', '/@nova/embed')).text).not.toContain('Kettle')
  const page = await svc.call('GET', '/@nova', { cookie: ada.cookie })
  expect(page.text).not.toContain(kettle.id)
  expect(page.text).toContain('Kettle')
})

test('the payload says when a tape opens and names what is closed, without a way to it', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, dawn, kettle, opensAt } = shop
  const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })
  const media = Object(json)
  expect(media.casset).toMatchObject({ opensAt, opensZone: 'Europe/Berlin' })
  expect(media.tracks.map(({ id }: { id: string }) => id)).toEqual([dawn.id])
  expect(media.closedTracks).toEqual([{ title: 'Kettle', durationSec: 61, position: 2 }])
  expect('openTrackIds' in media.casset).toBe(false)
  const owners = Object((await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })).json)
  expect(owners.tracks.map(({ id }: { id: string }) => id)).toEqual([dawn.id, kettle.id])
  expect(owners.casset.openTrackIds).toEqual([dawn.id])
})

test('the page lists a preorder’s tracks in one order, the closed ones in their places with nothing to press', async () => {
  await using shop = await openPreorder()
  const { svc, nova, dawn } = shop
  const third = await addReadyTrack(svc.ctx, nova.cassetId, 'Third', { position: 7 })
  await setOpening(svc, nova, { opensAt: inMs(svc, 3 * dayMs), opensZone: 'UTC', openTrackIds: [dawn.id, third.id] })
  const { text } = await svc.call('GET', '/@nova')
  const rows = /<ol class="tracks">(.*?)<\/ol>/.exec(text)?.[1]?.split('<li ').slice(1) ?? []
  expect(rows.map((row) => /<bdi>(\w+)/.exec(row)?.[1])).toEqual(['Dawn', 'Kettle', 'Third'])
  expect(rows.map((row) => row.includes('<button'))).toEqual([true, false, true])
  expect(rows[1]).toContain('Not open yet · 1:01')
  expect(text).toContain('2 of 3 tracks open now')
})

test('the studio’s shelf says which tape is a preorder, until when, and which was called off', async () => {
  await using shop = await openPreorder()
  const { svc, nova, opensAt } = shop
  const shelf = async () => {
    const { text } = await svc.call('GET', '/studio/tapes', { cookie: nova.cookie })
    const states = /data-lit[^>]*>(.*?)<\/li>/.exec(text.replaceAll('\u00a0', ' '))?.[1] ?? ''
    return states
      .split(/<[^>]*>/)
      .filter((words) => words !== '')
      .join(', ')
  }
  const hour = spokenHour(Date.parse(opensAt), 'Europe/Berlin', svc.ctx.now())
  expect(await shelf()).toBe(`public, preorder, opens ${hour} (Europe/Berlin)`)
  const { json } = await svc.call('GET', '/api/studio/cassets', { cookie: nova.cookie })
  expect(Object(json).cassets).toMatchObject([{ opensAt, opensZone: 'Europe/Berlin' }])
  await setOpening(svc, nova, { opensAt: null })
  expect(await shelf()).toBe('public')
  svc.ctx.db.update(cassets).set({ calledOffAt: svc.ctx.now() }).where(eq(cassets.id, nova.cassetId)).run()
  expect(await shelf()).toBe('public, preorder called off')
})

test('an open tape has not one key more, and at the hour a preorder is one', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, kettle } = shop
  await collect(svc, ada)
  svc.tick(10 * dayMs + 1_000)
  await settled(svc)
  const { json } = await svc.call('GET', '/api/casset/nova/media')
  expect(Object.keys(Object(json).casset).sort()).toEqual(
    ['id', 'name', 'price', 'privacy', 'published', 'publishedAt', 'slug'].sort(),
  )
  expect('closedTracks' in Object(json)).toBe(false)
  expect(closedOf(svc, nova.cassetId)).toEqual([])
  expect(await accessOf(svc, kettle.id, ada)).toBe('full')
  expect((await svc.call('GET', `/api/audio/${kettle.id}`)).status).toBe(200)
  const zip = await packedFor(svc, ada, '/api/casset/nova/download?format=original')
  expect(zip.get([...zip.keys()].find((name) => name.includes('Kettle')) ?? '')).toEqual(masterBytes('Kettle'))
})

test('an hour and its tracks are checked by field, and nothing changes when they are refused', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn, secret } = await world(svc)
  const refused = async (body: object) => {
    const { status, json } = await setOpening(svc, nova, body)
    return [status, Object(json).code, Object(json).field]
  }
  expect(await refused({ opensAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'VALIDATION', 'opensAt'])
  expect(await refused({ opensAt: 'tomorrow' })).toEqual([400, 'VALIDATION', 'opensAt'])
  expect(await refused({ opensAt: inMs(svc, 400 * dayMs) })).toEqual([400, 'VALIDATION', 'opensAt'])
  expect(await refused({ opensAt: inMs(svc, dayMs), opensZone: 'Mars/Olympus' })).toEqual([
    400,
    'VALIDATION',
    'opensZone',
  ])
  expect(await refused({ opensAt: inMs(svc, dayMs), openTrackIds: [secret.id] })).toEqual([
    400,
    'VALIDATION',
    'openTrackIds',
  ])
  expect(await refused({ openTrackIds: [dawn.id] })).toEqual([400, 'VALIDATION', 'openTrackIds'])
  expect(rowOf(svc, nova.cassetId)).toMatchObject({ opensAt: null, openTrackIds: [], revision: 1 })
  expect(closedOf(svc, nova.cassetId)).toEqual([])
  expect((await patchCasset(svc, { ...ada, cassetId: nova.cassetId }, { opensAt: inMs(svc, dayMs) })).status).toBe(403)
})

test('a track that people have is never closed again', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, dawn } = shop
  await collect(svc, ada)
  expect(refusalOf(await setOpening(svc, nova, { openTrackIds: [] }))).toEqual([
    409,
    'BAD_STATE',
    'People have ordered this casset and hear what is open of it.',
  ])
  expect(refusalOf(await setOpening(svc, nova, { published: false }))[2]).toBe('People have ordered this casset.')
  expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
  expect(refusalOf(await setOpening(svc, nova, { opensAt: inMs(svc, dayMs) }))[2]).toBe(
    'People have this casset already.',
  )
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test('a track that is put on a preorder is closed, and open on another tape', async () => {
  await using shop = await openPreorder()
  const { svc, nova, dawn, kettle } = shop
  await addReadyTrack(svc.ctx, nova.cassetId, 'Late')
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle', 'Late'])
  const other = addTape(svc, nova, 'other')
  const move = (to: string) =>
    svc.ctx.db.$client.run('UPDATE tracks SET casset_id = ? WHERE id IN (?, ?)', [to, kettle.id, dawn.id])
  move(other)
  expect(closedOf(svc, other)).toEqual([])
  move(nova.cassetId)
  // Dawn is named as open already.
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle', 'Late'])
})

test('a release of what is closed is not signed yet', async () => {
  await using shop = await openPreorder()
  const { svc, nova, dawn, kettle } = shop
  const id = await makeRelease(svc, nova, [dawn.id, kettle.id])
  const { status, json } = await svc.call('POST', `/api/internal/releases/${id}/publish`, {
    cookie: nova.cookie,
    body: {},
  })
  expect([status, Object(json).hint]).toEqual([
    409,
    '“Kettle” is not open yet. Change the tracks of the release, or wait until they are ready.',
  ])
})
