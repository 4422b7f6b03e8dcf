import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { playlists, playlistTracks } from '../../db/schema/casset/playlist.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { firstRows } from '../../public/lib/near-rows.ts'
import { personal } from '../../src/rooms.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { makeList } from '../support/casset/playlist.ts'
import { addTape } from '../support/casset/tape.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { refusalOf } from '../support/shop/guest.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

type Heard = { title: string; access: string; casset: { slug: string } }
type Entry = { id: string; heard: Heard | null }

const read = async (svc: TestServer, { cookie }: Person, id: string) => {
  const { json } = await svc.call('GET', `/api/playlists/${id}`, { cookie })
  const { tracks: entries }: { tracks: Entry[] } = Object(json)
  return entries.map(({ heard }) => (heard ? `${heard.title} ${heard.access}` : null))
}

const add = (svc: TestServer, { cookie }: Person, id: string, trackIds: readonly string[]) =>
  svc.call('POST', `/api/playlists/${id}/tracks`, { cookie, body: { trackIds } })

test('a playlist has tracks that its owner has, and the hooks of those they have not', async () => {
  const { svc, nova, ada, dawn, kettle } = await openShop()
  await using _ = svc
  const tide = addTape(svc, nova, 'tide')
  const ebb = await addReadyTrack(svc.ctx, tide, 'Ebb')
  await collect(svc, ada)
  const id = await makeList(svc, ada, '  Evening ', [kettle.id, ebb.id])
  expect((await add(svc, ada, id, [dawn.id, kettle.id, dawn.id])).json).toEqual({ added: 1, tracks: 3 })
  expect(await read(svc, ada, id)).toEqual(['Kettle full', 'Ebb hook', 'Dawn full'])
  const { json } = await svc.call('GET', '/api/playlists', { cookie: ada.cookie })
  expect(json).toEqual({ playlists: [{ id, name: 'Evening', tracks: 3 }] })
})

test('a track that its owner may not hear is not put on it, and all of the call is refused', async () => {
  const { svc, ada, draft, hidden, dawn } = await openShop()
  await using _ = svc
  const secret = await addReadyTrack(svc.ctx, hidden.cassetId, 'Secret')
  const unpublished = await addReadyTrack(svc.ctx, draft.cassetId, 'Sketch')
  const id = await makeList(svc, ada, 'Evening')
  for (const bad of [secret.id, unpublished.id, 'nothing']) {
    expect(refusalOf(await add(svc, ada, id, [dawn.id, bad]))).toEqual([404, 'NOT_FOUND', 'There is no such track.'])
  }
  expect(await read(svc, ada, id)).toEqual([])
})

test('a track that is switched off, hidden, deleted or erased stays as a place that tells nothing of it', async () => {
  const { svc, nova, ada, draft, dawn, kettle } = await openShop()
  await using _ = svc
  const [ofAda, ofDraft] = [
    await makeList(svc, ada, 'Evening', [dawn.id, kettle.id]),
    await makeList(svc, draft, 'Late', [dawn.id, kettle.id]),
  ]
  await collect(svc, ada)
  const off = { active: false, inactiveAt: svc.ctx.now() + 1 }
  svc.ctx.db.update(tracks).set(off).where(eq(tracks.id, dawn.id)).run()
  expect(await read(svc, ada, ofAda)).toEqual(['Dawn full', 'Kettle full'])
  expect(await read(svc, draft, ofDraft)).toEqual([null, 'Kettle hook'])
  await patchCasset(svc, nova, { privacy: 'private' })
  expect(await read(svc, draft, ofDraft)).toEqual([null, null])
  expect(await read(svc, ada, ofAda)).toEqual(['Dawn full', 'Kettle full'])
  const page = await svc.call('GET', `/library/playlists/${ofDraft}`, { cookie: draft.cookie })
  expect(page.text).toContain('can no longer be heard')
  expect(page.text).not.toMatch(/Dawn|Kettle|First Light/)
  const takeOff = () => svc.call('DELETE', `/api/playlists/${ofDraft}/tracks/${dawn.id}`, { cookie: draft.cookie })
  expect((await takeOff()).status).toBe(204)
  expect((await takeOff()).status).toBe(404)
  expect(await read(svc, draft, ofDraft)).toEqual([null])
})

test('tracks are moved to any place and taken off, and the places stay without gaps', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const ids: string[] = []
  for (const title of ['A', 'B', 'C', 'D', 'E']) ids.push((await addReadyTrack(svc.ctx, nova.cassetId, title)).id)
  const id = await makeList(svc, ada, 'Evening', ids)
  const other = await makeList(svc, ada, 'Morning', ids)
  const order = async (of = id) => (await read(svc, ada, of)).map((each) => each?.split(' ')[0]).join('')
  const move = async (at: number, position: number) => {
    const path = `/api/playlists/${id}/tracks/${ids[at]}`
    expect((await svc.call('PATCH', path, { cookie: ada.cookie, body: { position } })).status).toBe(204)
    return order()
  }
  expect(await move(0, 3)).toBe('BCADE')
  expect(await move(4, 1)).toBe('EBCAD')
  expect(await move(2, 3)).toBe('EBCAD')
  expect(await move(1, 500)).toBe('ECADB')
  await svc.call('DELETE', `/api/playlists/${id}/tracks/${ids[2]}`, { cookie: ada.cookie })
  expect(await order()).toBe('EADB')
  const back = { trackIds: [ids[2]], position: 2 }
  await svc.call('POST', `/api/playlists/${id}/tracks`, { cookie: ada.cookie, body: back })
  expect([await order(), await order(other)]).toEqual(['ECADB', 'ABCDE'])
  const places = svc.ctx.db.select().from(playlistTracks).where(eq(playlistTracks.playlistId, id)).all()
  expect(places.map(({ position }) => position).toSorted()).toEqual([1, 2, 3, 4, 5])
})

test('a playlist holds 500 tracks and an account 100 playlists, and no more', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const first = await addReadyTrack(svc.ctx, nova.cassetId, 'T0')
  const [row] = svc.ctx.db.select().from(tracks).where(eq(tracks.id, first.id)).all()
  if (!row) throw new Error('The track is not there.')
  const ids = Array.from({ length: 501 }, (_, at) => `track-${at}`)
  svc.ctx.db.transaction(() => {
    for (const [at, id] of ids.entries())
      svc.ctx.db
        .insert(tracks)
        .values({ ...row, id, hookId: `hook-${at}`, title: `T${at}` })
        .run()
  })
  const id = await makeList(svc, ada, 'All', ids.slice(0, 499))
  expect(refusalOf(await add(svc, ada, id, ids.slice(498)))).toEqual([
    409,
    'BAD_STATE',
    'A playlist holds 500 tracks at most.',
  ])
  expect((await add(svc, ada, id, ids.slice(499, 500))).json).toEqual({ added: 1, tracks: 500 })
  // The server draws all rows, and what can be pressed of the first ones.
  const drawn = await svc.call('GET', `/library/playlists/${id}`, { cookie: ada.cookie })
  expect(drawn.text.match(/<li class="playlist-track"/g)?.length).toBe(500)
  expect(drawn.text.match(/aria-label="Remove /g)?.length).toBe(firstRows)
  const list = { userId: ada.userId, name: 'L', createdAt: 1 }
  const lists = Array.from({ length: 99 }, (_, at) => ({ ...list, id: `list${at}` }))
  svc.ctx.db.insert(playlists).values(lists).run()
  const { cookie } = ada
  expect(refusalOf(await svc.call('POST', '/api/playlists', { cookie, body: { name: 'One more' } }))).toEqual([
    409,
    'BAD_STATE',
    'You can have 100 playlists at most.',
  ])
  expect((await svc.call('DELETE', `/api/playlists/${id}`, { cookie })).status).toBe(204)
  await makeList(svc, ada, 'In its place', [])
  expect((await svc.call('POST', `/api/playlists/${id}/restore`, { cookie })).status).toBe(409)
  // A playlist that was not deleted stays as it is.
  expect((await svc.call('POST', '/api/playlists/list0/restore', { cookie })).status).toBe(204)
  expect((await svc.call('POST', '/api/playlists', { cookie, body: { name: ' \u200b ' } })).status).toBe(400)
})

test('nobody else reads a playlist, not the artist and not by its page, and it ends with its account', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  const id = await makeList(svc, ada, 'Secret evening', [dawn.id])
  for (const path of [`/api/playlists/${id}`, `/library/playlists/${id}`]) {
    const other = await svc.call('GET', path, { cookie: nova.cookie })
    expect([path, other.status, other.text.includes('Secret evening')]).toEqual([path, 403, false])
  }
  expect((await svc.call('GET', '/@nova', { cookie: nova.cookie })).text).not.toContain('Secret evening')
  const exported = personal.flatMap(({ sections = [] }) => sections).filter(({ name }) => name === 'playlist-tracks')
  expect(exported.length).toBe(1)
  const bound = { userId: ada.userId, k0: '', k1: 0, limit: 5 }
  const rows = () => svc.ctx.db.$client.query(exported[0]?.sql ?? '').all(bound)
  expect(rows()).toMatchObject([{ title: 'Dawn', position: 1 }])
  for (const change of [{ privacy: 'private' }, { privacy: 'public', published: false }]) {
    await patchCasset(svc, nova, change)
    expect(rows()).toMatchObject([{ title: null, position: 1 }])
  }
  const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, body: {} })
  expect(gone.status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(svc.ctx.db.select().from(playlists).all()).toEqual([])
  expect(svc.ctx.db.select().from(playlistTracks).all()).toEqual([])
})
