import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/casset/track.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { worldBySlug } from '../../src/casset/access/visible-casset.ts'
import { planPack } from '../../src/casset/download/pack/plan-pack.ts'
import { eraseForCause } from '../../src/casset/track/loss/erase-for-cause.ts'
import { getTogether as get, postTogether as post, told, trio } from '../support/room/co-casset.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const sharedServer = shareNames()

test('members add their own ready tracks, and who leaves takes them from the page and not from collectors', async () => {
  const svc = await sharedServer()
  const { nova, ada, ben, dawn, made } = await trio(svc)
  const song = await addReadyTrack(svc.ctx, ada.cassetId, 'Song of Ada')
  const failed = await addReadyTrack(svc.ctx, ada.cassetId, 'Broken', { status: 'FAILED' })
  const add = (who: Person, trackId: string) => post(svc, who, '/three/tracks', { trackId })
  const first = await add(nova, dawn.id)
  expect(first).toMatchObject({ status: 201, json: { track: { title: 'Dawn', position: 1 } } })
  const added = await add(ada, song.id)
  expect(added).toMatchObject({ status: 201, json: { track: { title: 'Song of Ada', position: 2 } } })
  const copyId = Object(added.json).track.id
  expect(copyId).not.toBe(song.id)
  // Each member hears what the others put there, and takes off their own only.
  const ofNova = Object(first.json).track.id
  for (const who of [nova, ada, ben]) {
    expect((await svc.call('GET', `/api/audio/${ofNova}`, { cookie: who.cookie })).json).toMatchObject({
      access: 'full',
    })
  }
  const takeOff = async (who: Person, id: string) =>
    (await svc.call('DELETE', `/api/co-cassets/three/tracks/${id}`, { cookie: who.cookie })).status
  expect([await takeOff(ben, copyId), await takeOff(ada, ofNova)]).toEqual([403, 403])
  expect(told(await add(ada, song.id))).toEqual([409, 'BAD_STATE', 'trackId'])
  expect(told(await add(ada, failed.id))).toEqual([409, 'BAD_STATE', 'trackId'])
  expect(told(await add(ada, dawn.id))).toEqual([403, 'FORBIDDEN', undefined])
  expect(told(await add(ada, ada.userId))).toEqual([404, 'NOT_FOUND', undefined])
  expect(told(await add(nova, copyId))).toEqual([400, 'VALIDATION', 'trackId'])
  const stranger = cast(svc.ctx, 'stranger')
  expect(told(await add(stranger, (await addReadyTrack(svc.ctx, stranger.cassetId, 'Mine')).id))).toEqual([
    404,
    'NOT_FOUND',
    undefined,
  ])

  await svc.call('PATCH', `/api/studio/casset/${made.id}`, { cookie: nova.cookie, body: { published: true } })
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: stranger.cookie, body: { slug: 'three' } })
  const storage = async (who: Person) =>
    Number(Object((await svc.call('GET', '/api/studio/storage', { cookie: who.cookie })).json).storage.bytes)
  const [heldByAda, heldByNova] = [await storage(ada), await storage(nova)]
  // A copy counts against the storage of the member whose track it is, not of the creator.
  const bytesOf = (...all: { bytes: number; hookBytes: number | null }[]) =>
    all.reduce((sum, { bytes, hookBytes }) => sum + bytes + (hookBytes ?? 0), 0)
  expect(heldByAda).toBe(bytesOf(song, song, failed))
  svc.tick(1_000)
  const ask = { cookie: nova.cookie, body: { trackId: copyId } }
  const signed = await svc.call('GET', `/api/audio/${copyId}`, { cookie: nova.cookie })
  const oneShot = await svc.call('POST', '/api/audio/token', ask)
  expect(told(await post(svc, nova, '/three/leave'))).toEqual([409, 'BAD_STATE', undefined])
  expect(await post(svc, ada, '/three/leave')).toMatchObject({ status: 200, json: { left: true } })
  expect(await storage(nova)).toBe(heldByNova)
  const page = await svc.call('GET', '/api/casset/three/media')
  expect(page.json).toMatchObject({ artist: { displayName: 'Nova and Ben' }, tracks: [{ title: 'Dawn', position: 1 }] })
  const hears = async (who: Person) => {
    const { status, json } = await svc.call('GET', `/api/audio/${copyId}`, { cookie: who.cookie })
    return [status, Object(json).access]
  }
  expect(await hears(stranger)).toEqual([200, 'full'])
  for (const who of [ben, nova, ada]) expect(await hears(who)).toEqual([404, undefined])
  for (const { json } of [signed, oneShot]) expect((await svc.call('GET', Object(json).url)).status).toBe(404)
  expect((await svc.call('POST', '/api/audio/token', ask)).status).toBe(404)
  // An artist who has left is shown nothing of the casset any more, and may be asked again.
  expect(told(await get(svc, ada, '/three/room'))).toEqual([404, 'NOT_FOUND', undefined])
  expect(told(await post(svc, ada, '/three/accept'))).toEqual([404, 'NOT_FOUND', undefined])
  const later = (who: Person, handle: string) => post(svc, who, '/three/members', { handle })
  expect(told(await later(ben, 'ada'))).toEqual([403, 'FORBIDDEN', undefined])
  expect(told(await later(nova, 'ben'))).toEqual([409, 'BAD_STATE', 'handle'])
  expect(told(await later(nova, 'ghost'))).toEqual([400, 'VALIDATION', 'handle'])
  expect((await later(nova, 'ada')).status).toBe(201)
  expect((await post(svc, ada, '/three/accept')).status).toBe(200)
})

test('a track erased for the law goes from every casset, its artist is told, and its zip names each artist', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await trio(svc)
  makeOwner(svc.ctx, 'ben@example.com')
  const song = await addReadyTrack(svc.ctx, ada.cassetId, 'Song of Ada')
  await post(svc, nova, '/three/tracks', { trackId: dawn.id })
  const added = await post(svc, ada, '/three/tracks', { trackId: song.id })
  const copyId = Object(added.json).track.id
  const world = worldBySlug(svc.ctx, 'three')
  if (!world) throw new Error('There is no casset.')
  const { files, folder } = planPack(svc.ctx, world, 'tagged', { since: null })
  expect(folder).toBe('Nova, Ada and Ben - Three of us')
  expect(files.map(({ tags }) => tags?.artist)).toEqual(['Nova', 'Ada'])

  await eraseForCause(svc.ctx, copyId, 'A court has said so.')
  const left = svc.ctx.db.$client.query('SELECT id FROM tracks WHERE id IN (?, ?)')
  expect(left.all(song.id, copyId)).toEqual([])
  expect(left.all(dawn.id, dawn.id)).toHaveLength(1)
  const told = "SELECT recipient, count(*) AS letters FROM mails WHERE kind = 'track-erased' GROUP BY 1 ORDER BY 1"
  expect(svc.ctx.db.$client.query(told).values()).toEqual([
    ['ada@example.com', 2],
    ['nova@example.com', 1],
  ])
})

test('the maker of a casset that artists share moves what others put there, but neither changes nor publishes it', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, made } = await trio(svc)
  const { db } = svc.ctx
  const song = await addReadyTrack(svc.ctx, ada.cassetId, 'Song of Ada', {
    fileTags: { isrc: 'GBAYE0601498', bpm: 120, lyrics: 'la', cover: 'a'.repeat(64) },
  })
  const own = Object((await post(svc, nova, '/three/tracks', { trackId: dawn.id })).json).track.id
  const copyId = Object((await post(svc, ada, '/three/tracks', { trackId: song.id })).json).track.id
  const before = db.select().from(tracks).where(eq(tracks.id, copyId)).get()
  const change = async (id: string, body: object) =>
    told(await svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie: nova.cookie, body }))
  for (const body of [
    { title: 'Mine' },
    { lyrics: 'la' },
    { hookStartSec: 90 },
    { isrc: null },
    { kind: 'GENERATION' },
  ]) {
    expect(await change(copyId, { ...body, position: 1 })).toEqual([403, 'FORBIDDEN', undefined])
  }
  expect(db.select().from(tracks).where(eq(tracks.id, copyId)).get()).toEqual(before)
  for (const [id, body] of [[copyId, { position: 1, active: true }] as const, [own, { title: 'Mine' }] as const]) {
    expect(await change(id, body)).toEqual([200, undefined, undefined])
  }
  // The tags of a file and the picture in it are offered only to the member whose file it is.
  const offered = await svc.call('GET', `/api/studio/casset/${made.id}/file-tags`, { cookie: nova.cookie })
  expect(offered.json).toMatchObject({ isrcs: 0, lyrics: 0, cover: false })
  // A release is refused: its license would decide who gets the master.
  const body = { title: 'Three', type: 'EP', trackIds: [copyId] }
  const released = await svc.call('POST', '/api/studio/releases', { cookie: nova.cookie, body })
  expect(told(released)).toEqual([400, 'VALIDATION', 'trackIds.0'])
})
