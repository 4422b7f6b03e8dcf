import { expect, test } from 'bun:test'
import { playlists } from '../../db/schema/casset/playlist.ts'
import { prunePlaylists } from '../../src/casset/playlist/playlist.ts'
import { rowsOf } from '../support/account/account.ts'
import { makeList } from '../support/casset/playlist.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const dayMs = 86_400_000

const call = (
  svc: TestServer,
  { cookie }: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => svc.call(method, `/api/playlists${path}`, { cookie, ...(body ? { body } : {}) })

async function lists() {
  const svc = await startServer()
  const people = await world(svc)
  const third = await addReadyTrack(svc.ctx, people.nova.cassetId, 'Third', { position: 3 })
  const ids = [people.dawn.id, people.kettle.id, third.id]
  const id = await makeList(svc, people.ada, 'Evening', ids)
  const read = async () => {
    const { status, json } = await call(svc, people.ada, 'GET', `/${id}`)
    return status === 200 ? Object(json).tracks.map((track: { id: string }) => ids.indexOf(track.id)) : status
  }
  return { svc, ...people, ids, id, read }
}

test('a deleted playlist comes back as it was, once or twice, and to its owner alone', async () => {
  const { svc, ada, nova, id, read } = await lists()
  await using _ = svc
  await call(svc, ada, 'DELETE', `/${id}`)
  expect(await read()).toBe(404)
  expect((await call(svc, ada, 'GET', '')).json).toEqual({ playlists: [] })
  expect((await call(svc, ada, 'DELETE', `/${id}`)).status).toBe(404)
  expect((await call(svc, ada, 'PATCH', `/${id}`, { name: 'Gone' })).status).toBe(404)
  expect((await call(svc, nova, 'POST', `/${id}/restore`, {})).status).toBe(403)
  expect((await call(svc, ada, 'POST', `/${id}/restore`, {})).status).toBe(204)
  expect((await call(svc, ada, 'POST', `/${id}/restore`, {})).status).toBe(204)
  expect(await read()).toEqual([0, 1, 2])
})

test('a day after it was deleted a playlist is gone, with its tracks, and others are not', async () => {
  const { svc, ada, id, dawn } = await lists()
  await using _ = svc
  const other = await makeList(svc, ada, 'Morning', [dawn.id])
  await call(svc, ada, 'DELETE', `/${id}`)
  await prunePlaylists(svc.ctx)
  expect(rowsOf(svc, 'playlists')).toHaveLength(2)
  svc.tick(dayMs + 1)
  await prunePlaylists(svc.ctx)
  expect(rowsOf(svc, 'playlists').map((row) => Object(row).id)).toEqual([other])
  expect(rowsOf(svc, 'playlist_tracks')).toHaveLength(1)
  expect((await call(svc, ada, 'POST', `/${id}/restore`, {})).status).toBe(404)
})

test('of a hundred deleted playlists the oldest goes for the next, so that nobody fills the disk', async () => {
  const { svc, ada, nova, id, read } = await lists()
  await using _ = svc
  const old = Array.from({ length: 99 }, (_, n) => ({ id: `old-${n}`, userId: ada.userId, name: 'Old', createdAt: n }))
  const rows = old.map((row, n) => ({ ...row, deletedAt: svc.ctx.now() - 99 + n }))
  const others = { id: 'others', userId: nova.userId, name: 'Old', createdAt: 0, deletedAt: svc.ctx.now() - 9_999 }
  svc.ctx.db
    .insert(playlists)
    .values([...rows, others])
    .run()
  await call(svc, ada, 'DELETE', `/${id}`)
  expect(rowsOf(svc, 'playlists')).toHaveLength(101)
  await call(svc, ada, 'DELETE', `/${await makeList(svc, ada, 'One more')}`)
  const left = rowsOf(svc, 'playlists').map((row) => Object(row).id)
  expect([left.length, left.includes('old-0'), left.includes('others')]).toEqual([101, false, true])
  expect((await call(svc, ada, 'POST', `/${id}/restore`, {})).status).toBe(204)
  expect(await read()).toEqual([0, 1, 2])
})

test('a track that was taken off comes back to its place, also after another change and a second time', async () => {
  const { svc, ada, ids, id, read } = await lists()
  await using _ = svc
  const [first = '', second = ''] = ids
  const back = (trackId: string, position: number) =>
    call(svc, ada, 'POST', `/${id}/tracks`, { trackIds: [trackId], position })
  await call(svc, ada, 'DELETE', `/${id}/tracks/${second}`)
  expect((await back(second, 2)).json).toEqual({ added: 1, tracks: 3 })
  expect((await back(second, 2)).json).toEqual({ added: 0, tracks: 3 })
  expect(await read()).toEqual([0, 1, 2])
  // Another track was removed meanwhile: the place is beyond the end, so the track goes to the end.
  await call(svc, ada, 'DELETE', `/${id}/tracks/${second}`)
  await call(svc, ada, 'DELETE', `/${id}/tracks/${first}`)
  expect((await back(second, 500)).json).toEqual({ added: 1, tracks: 2 })
  expect(await read()).toEqual([2, 1])
  expect((await back(first, 1)).status).toBe(200)
  expect(await read()).toEqual([0, 2, 1])
  const positions = rowsOf(svc, 'playlist_tracks').map((row) => Object(row).position)
  expect(positions.sort()).toEqual([1, 2, 3])
})
