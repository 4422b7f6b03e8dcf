import { expect, test } from 'bun:test'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { viewerOfSession } from '../../../src/account/session/viewer.ts'
import { putTrackOnTape } from '../../../src/casset/track/move-track.ts'
import { cassetRow } from '../../support/casset/casset.ts'
import { addTape } from '../../support/casset/tape.ts'
import { addDrop } from '../../support/drop/drop-row.ts'
import { addSale } from '../../support/earnings/sale.ts'
import { makeRelease } from '../../support/release/release.ts'
import { makeCoCasset } from '../../support/room/co-casset.ts'
import type { TestServer } from '../../support/server.ts'
import { shareNames } from '../../support/shared.ts'
import { addReadyTrack, type Person, world } from '../../support/world.ts'

const sharedServer = shareNames()

const send = (svc: TestServer, { cookie }: Person, way: 'move' | 'copy', id: string, cassetId: string) =>
  svc.call('POST', `/api/studio/tracks/${id}/${way}`, { cookie, body: { cassetId } })

const onTape = ({ ctx }: TestServer, cassetId: string) =>
  ctx.db
    .select({ id: tracks.id, title: tracks.title, position: tracks.position })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), isNull(tracks.withdrawnAt)))
    .orderBy(asc(tracks.position))
    .all()

const foundBy = async (svc: TestServer, words: string) =>
  JSON.stringify((await svc.call('GET', `/api/cassets/search?q=${words}`)).json)

test('a track moves to the end of another tape with its hook and likes, and is found there and no longer here', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  const second = addTape(svc, nova, 'second')
  const winter = await addReadyTrack(svc.ctx, second, 'Winter')
  await svc.call('POST', `/api/hooks/${dawn.hookId}/like`, { cookie: ada.cookie, body: {} })
  const [from, to] = [cassetRow(svc, nova.cassetId), cassetRow(svc, second)]
  const moved = await send(svc, nova, 'move', dawn.id, second)
  expect(moved.status).toBe(204)
  expect(onTape(svc, nova.cassetId)).toEqual([{ id: kettle.id, title: 'Kettle', position: 1 }])
  expect(onTape(svc, second)).toEqual([
    { id: winter.id, title: 'Winter', position: 1 },
    { id: dawn.id, title: 'Dawn', position: 2 },
  ])
  expect(cassetRow(svc, nova.cassetId)?.revision).toBe((from?.revision ?? 0) + 1)
  expect(cassetRow(svc, second)?.revision).toBe((to?.revision ?? 0) + 1)
  expect(await foundBy(svc, 'dawn')).toContain(second)
  expect(await foundBy(svc, 'dawn')).not.toContain(nova.cassetId)
  const media = await svc.call('GET', '/api/casset/nova.second/media')
  expect(media.json).toMatchObject({ tracks: [{ title: 'Winter' }, { title: 'Dawn', hook: { likes: 1 } }] })
  const catalog = await svc.call('GET', '/api/v1/artists/nova/catalog')
  expect(catalog.json).toMatchObject({ page: { count: 3 } })
  expect((await send(svc, nova, 'move', dawn.id, nova.cassetId)).status).toBe(204)
})

test('a track put on a second tape is a row and a hook of its own with the same file, once', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await world(svc)
  const second = addTape(svc, nova, 'second')
  const put = await send(svc, nova, 'copy', dawn.id, second)
  expect([put.status, put.json]).toEqual([201, { track: { id: expect.any(String) } }])
  const [copy] = svc.ctx.db.select().from(tracks).where(eq(tracks.cassetId, second)).all()
  expect(copy).toMatchObject({
    title: 'Dawn',
    sha256: dawn.sha256,
    sourceId: dawn.id,
    contributorId: null,
    position: 1,
  })
  expect([copy?.id, copy?.hookId]).not.toContain(dawn.hookId)
  expect((await send(svc, nova, 'copy', dawn.id, second)).status).toBe(409)
  // A copy of a copy is one of the same recording.
  expect((await send(svc, nova, 'copy', copy?.id ?? '', nova.cassetId)).status).toBe(409)
  const third = addTape(svc, nova, 'third')
  await send(svc, nova, 'copy', copy?.id ?? '', third)
  const held = svc.ctx.db.select().from(tracks).where(eq(tracks.cassetId, third)).get()
  expect(held?.sourceId).toBe(dawn.id)
  // One that was taken off though somebody holds it can be put there again.
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova.third' } })
  expect((await svc.call('DELETE', `/api/studio/tracks/${held?.id}`, { cookie: nova.cookie })).status).toBe(204)
  // It counts against the quota of its account.
  const full = { ...svc.ctx, config: { ...svc.ctx.config, accountQuotaBytes: 1 } }
  const viewer = viewerOfSession(svc.ctx, nova.sessionId)
  if (!viewer) throw new Error('nova is not signed in')
  expect(() => putTrackOnTape(full, viewer, dawn.id, third)).toThrow('not enough storage')
  expect((await send(svc, nova, 'copy', dawn.id, third)).status).toBe(201)
  // Each goes without the other, and the file stays while one of them names it.
  const gone = await svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie })
  expect(gone.status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(await svc.ctx.blobs.find({ sha256: dawn.sha256, bytes: dawn.bytes })).toHaveProperty('place')
})

test('a track stays where somebody holds it, is paying, a release or a drop names it, and with its artist', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  const second = addTape(svc, nova, 'second')
  const third = addTape(svc, nova, 'third')
  const refused = async (id: string, to: string, words: string) => {
    const answer = await send(svc, nova, 'move', id, to)
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(words)])
  }
  await makeRelease(svc, nova, [dawn.id])
  await refused(dawn.id, second, 'A release names this track')
  addDrop(svc, nova, kettle)
  await refused(kettle.id, second, 'A drop uses this track')
  const free = await addReadyTrack(svc.ctx, nova.cassetId, 'Free', { position: 3 })
  addSale(svc, ada, { ...nova, cassetId: second })
  await refused(free.id, second, 'so its tracks stay as they are')
  addSale(svc, ada, nova)
  await refused(free.id, third, 'so its tracks stay as they are')
  // On both it can be all the same.
  expect((await send(svc, nova, 'copy', free.id, second)).status).toBe(201)
  expect(onTape(svc, nova.cassetId)).toHaveLength(3)
  expect((await send(svc, ada, 'move', free.id, ada.cassetId)).status).toBe(403)
  expect((await send(svc, nova, 'move', free.id, ada.cassetId)).status).toBe(403)
  expect((await send(svc, nova, 'copy', free.id, ada.cassetId)).status).toBe(403)
  expect((await send(svc, nova, 'move', free.id, 'nothing')).status).toBe(404)
  expect((await send(svc, nova, 'move', free.id, nova.cassetId)).status).toBe(400)
  await makeCoCasset(svc, nova, 'duo', [ada])
  const { json: duo } = await svc.call('GET', '/api/casset/duo/media', { cookie: nova.cookie })
  const duoId = String(Reflect.get(Object(Reflect.get(Object(duo), 'casset')), 'id'))
  expect((await send(svc, nova, 'move', free.id, duoId)).status).toBe(400)
})

test('a track that the site took down or that is not ready stays where it is, and a full tape takes no more', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const { db } = svc.ctx
  const full = addTape(svc, nova, 'full')
  const empty = addTape(svc, nova, 'empty')
  db.update(tracks).set({ takenDown: 'terms' }).where(eq(tracks.id, dawn.id)).run()
  const row = await addReadyTrack(svc.ctx, full, 'T')
  for (let at = 2; at <= 500; at += 1) {
    const more = { ...row, id: `full-${at}`, hookId: `full-hook-${at}`, position: at }
    db.insert(tracks).values(more).run()
  }
  const early = await addReadyTrack(svc.ctx, nova.cassetId, 'Early')
  db.update(tracks).set({ status: 'PROCESSING' }).where(eq(tracks.id, early.id)).run()
  for (const way of ['move', 'copy'] as const) {
    expect([way, (await send(svc, nova, way, dawn.id, empty)).status]).toEqual([way, 409])
    expect([way, (await send(svc, nova, way, early.id, empty)).status]).toEqual([way, 409])
    expect([way, (await send(svc, nova, way, kettle.id, full)).status]).toEqual([way, 409])
  }
  expect([onTape(svc, full).length, onTape(svc, empty)]).toEqual([500, []])
})
