import {
  listPlaylists,
  makePlaylist,
  ownPlaylist,
  deletePlaylist as remove,
  renamePlaylist,
} from '../../casset/playlist/playlist.ts'
import { addTracks, readPlaylist, takeOff } from '../../casset/playlist/playlist-tracks.ts'
import { absent, type Call, type Method, required } from './call.ts'
import type { Part } from './shape.ts'
import { songPart } from './to-part.ts'

type Named = { id: string; name: string }

// Their ids are UUIDs of the seventh version, which begin with when they were made.
const madeAt = (id: string): string => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()

/** Of a list, what its person has: a hook of something else is not for a player. */
async function songsOn({ ctx, viewer, library }: Call, id: string) {
  const [{ songById }, { tracks }] = [await library(), await readPlaylist(ctx, viewer, id)]
  return tracks.flatMap((track, index) => {
    const song = songById.get(track.id)
    return song ? [{ song, index, id: track.id }] : []
  })
}

async function partOf(call: Call, { id, name }: Named, withSongs: boolean): Promise<Part> {
  const songs = (await songsOn(call, id)).map(({ song }) => song)
  const created = madeAt(id)
  return {
    id,
    name,
    owner: call.viewer.handle,
    public: false,
    songCount: songs.length,
    duration: Math.round(songs.reduce((sum, { track }) => sum + (track.durationSec ?? 0), 0)),
    created,
    changed: created,
    ...(withSongs ? { entry: songs.map(songPart) } : {}),
  }
}

export const getPlaylists: Method = async (call) => {
  const found: Part[] = []
  for (const playlist of listPlaylists(call.ctx, call.viewer)) found.push(await partOf(call, playlist, false))
  return { playlists: { playlist: found } }
}

export const getPlaylist: Method = async (call) => {
  const { id, name } = ownPlaylist(call.ctx, call.viewer, required(call, 'id'))
  return { playlist: await partOf(call, { id, name }, true) }
}

/** Puts tracks on a list; each has to be theirs. */
async function put(call: Call, id: string, trackIds: readonly string[]): Promise<void> {
  if (trackIds.length === 0) return
  const { songById } = await call.library()
  if (trackIds.some((each) => !songById.has(each))) throw absent()
  await addTracks(call.ctx, call.viewer, id, { trackIds })
}

/** Makes a list, or replaces what is on one of theirs. */
export const createPlaylist: Method = async (call) => {
  const { ctx, viewer, asked } = call
  const trackIds = asked.getAll('songId')
  const { songById } = await call.library()
  if (trackIds.some((each) => !songById.has(each))) throw absent()
  const given = asked.get('playlistId')
  const id = given ?? makePlaylist(ctx, viewer, required(call, 'name')).id
  if (given !== null) {
    for (const track of (await readPlaylist(ctx, viewer, id)).tracks) takeOff(ctx, viewer, id, track.id)
    const name = asked.get('name')
    if (name) renamePlaylist(ctx, viewer, id, name)
  }
  await put(call, id, trackIds)
  const { name } = ownPlaylist(ctx, viewer, id)
  return { playlist: await partOf(call, { id, name }, true) }
}

export const updatePlaylist: Method = async (call) => {
  const { ctx, viewer, asked } = call
  const { id } = ownPlaylist(ctx, viewer, required(call, 'playlistId'))
  // Places are counted among the tracks that the player was told.
  const shown = await songsOn(call, id)
  const taken = asked.getAll('songIndexToRemove').map((at) => shown[Number(at)])
  if (taken.includes(undefined)) throw absent()
  const name = asked.get('name')
  if (name) renamePlaylist(ctx, viewer, id, name)
  for (const each of taken) if (each) takeOff(ctx, viewer, id, each.id)
  await put(call, id, asked.getAll('songIdToAdd'))
  return {}
}

export const deletePlaylist: Method = (call) => {
  remove(call.ctx, call.viewer, required(call, 'id'))
  return {}
}
