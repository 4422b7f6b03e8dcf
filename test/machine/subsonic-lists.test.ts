import { expect, test } from 'bun:test'
import { playStops } from '../../db/schema/casset/play.ts'
import { makeList } from '../support/casset/playlist.ts'
import { addTape } from '../support/casset/tape.ts'
import { openPlayer } from '../support/machine/player.ts'
import { addReadyTrack } from '../support/world.ts'

test('a player changes a playlist whole or not at all', async () => {
  const { svc, ada, dawn, kettle, call } = await openPlayer()
  await using _ = svc
  const id = await makeList(svc, ada, 'Evening', [kettle.id, dawn.id])
  const shown = async () => {
    const { playlist } = (await call('getPlaylist', { id })).body
    return [playlist.name, ...playlist.entry.map(({ title }: { title: string }) => title)]
  }
  const many = 'x'.repeat(121)
  const refused: [string, Record<string, string | string[]>, number][] = [
    ['updatePlaylist', { playlistId: id, name: 'Late', songIndexToRemove: '0', songIdToAdd: 'nothing' }, 70],
    ['updatePlaylist', { playlistId: id, name: 'Late', songIndexToRemove: ['0', '2'] }, 70],
    ['updatePlaylist', { playlistId: id, songIndexToRemove: '' }, 70],
    ['updatePlaylist', { playlistId: id, songIndexToRemove: '0', name: many }, 0],
    ['createPlaylist', { playlistId: id, songId: dawn.id, name: '  ' }, 0],
    ['createPlaylist', { playlistId: id, songId: [dawn.id, 'nothing'] }, 70],
    ['createPlaylist', { name: 'Late', songId: 'nothing' }, 70],
    ['createPlaylist', { name: many, songId: dawn.id }, 0],
    ['createPlaylist', { songId: dawn.id }, 10],
  ]
  for (const [method, parameters, code] of refused) {
    const { error } = await call(method, parameters)
    expect([parameters, error, ...(await shown())]).toEqual([parameters, code, 'Evening', 'Kettle', 'Dawn'])
  }
  expect((await call('getPlaylists')).body.playlists.playlist).toHaveLength(1)
  await call('createPlaylist', { playlistId: id, name: 'Late', songId: [dawn.id, kettle.id] })
  expect(await shown()).toEqual(['Late', 'Dawn', 'Kettle'])
  await call('updatePlaylist', { playlistId: id, songIndexToRemove: ['0', '0'], songIdToAdd: [kettle.id] })
  expect(await shown()).toEqual(['Late', 'Kettle'])
})

test('a hook that a player is not shown stays on a list that the player writes anew', async () => {
  const { svc, nova, ada, dawn, kettle, call } = await openPlayer()
  await using _ = svc
  const ebb = await addReadyTrack(svc.ctx, addTape(svc, nova, 'tide'), 'Ebb')
  const id = await makeList(svc, ada, 'Evening', [ebb.id, kettle.id, dawn.id])
  await call('createPlaylist', { playlistId: id, songId: [dawn.id, kettle.id] })
  const { json } = await svc.call('GET', `/api/playlists/${id}`, { cookie: ada.cookie })
  expect(Object(json).tracks.map((each: { id: string }) => each.id)).toEqual([dawn.id, kettle.id, ebb.id])
})

test('plays and playlists of a player have the limits of the site', async () => {
  const { svc, dawn, call } = await openPlayer()
  await using _ = svc
  const plays = () =>
    svc.ctx.db
      .select()
      .from(playStops)
      .all()
      .reduce((sum, each) => sum + each.plays, 0)
  expect((await call('scrobble', { id: [dawn.id, 'nothing'] })).error).toBe(70)
  expect(plays()).toBe(0)
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1)
    statuses.push((await call('scrobble', { id: Array.from({ length: 50 }, () => dawn.id) })).status)
  expect([statuses, plays()]).toEqual([[200, 200, 429], 100])
  const { playlist } = (await call('createPlaylist', { name: 'Late', songId: dawn.id })).body
  const renamed: number[] = []
  for (let count = 0; count < 61; count += 1)
    renamed.push((await call('updatePlaylist', { playlistId: playlist.id, name: `Late ${count}` })).status)
  expect([renamed[0], renamed.at(-1)]).toEqual([200, 429])
})
