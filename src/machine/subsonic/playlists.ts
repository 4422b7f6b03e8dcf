import { inTransaction } from '../../../db/commits.ts'
import {
  listPlaylists,
  makePlaylist,
  ownPlaylist,
  deletePlaylist as remove,
  renamePlaylist,
} from '../../casset/playlist/playlist.ts'
import { idsOnPlaylist, setTracks } from '../../casset/playlist/playlist-tracks.ts'
import { timeOfUuid } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import { codePoints } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { absent, type Call, type Method, required } from './call.ts'
import { Failure } from './failure.ts'
import type { Library, Song } from './library.ts'
import type { Part } from './shape.ts'
import { songPart } from './to-part.ts'

type Named = { id: string; name: string }

/** Of a list, what its person has: a hook of something else is not for a player. */
const songsOn = ({ ctx, viewer }: Call, { songById }: Library, id: string): Song[] =>
  idsOnPlaylist(ctx, viewer, id).flatMap((each) => songById.get(each) ?? [])

function partOf(call: Call, library: Library, { id, name }: Named, withSongs: boolean): Part {
  const songs = songsOn(call, library, id)
  const created = new Date(timeOfUuid(id)).toISOString()
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
  const library = await call.library()
  const pace = createPace(call.ctx.monotonicMs)
  const found: Part[] = []
  for (const playlist of listPlaylists(call.ctx, call.viewer)) {
    found.push(partOf(call, library, playlist, false))
    await pace()
  }
  return { playlists: { playlist: found } }
}

export const getPlaylist: Method = async (call) => {
  const library = await call.library()
  const { id, name } = ownPlaylist(call.ctx, call.viewer, required(call, 'id'))
  return { playlist: partOf(call, library, { id, name }, true) }
}

/** Returns the name that a list is given; null for none. Throws a failure where it is too long. */
function nameOf({ asked }: Call): string | null {
  const name = asked.get('name')
  if (name === null || codePoints(name) <= longest.playlistName) return name
  const most = longest.playlistName
  throw new Failure('other', say('The name of a playlist has {most} characters at most.', { most }))
}

/** Returns the tracks that a parameter names, each once. Throws a failure unless all are theirs. */
function tracksIn({ asked }: Call, { songById }: Library, name: string): Set<string> {
  const ids = new Set(asked.getAll(name))
  for (const id of ids) if (!songById.has(id)) throw absent()
  return ids
}

/** Makes a list, or replaces what a player shows of one; whole or not at all. */
export const createPlaylist: Method = async (call) => {
  const { ctx, viewer, asked } = call
  const library = await call.library()
  const [given, name, wanted] = [asked.get('playlistId'), nameOf(call), tracksIn(call, library, 'songId')]
  const id = inTransaction(ctx.db, () => {
    const made = given ?? makePlaylist(ctx, viewer, name ?? required(call, 'name')).id
    if (given !== null && name !== null) renamePlaylist(ctx, viewer, given, name)
    // They did not take off what no player shows them.
    const unseen = idsOnPlaylist(ctx, viewer, made).filter((each) => !library.songById.has(each))
    setTracks(ctx, viewer, made, [...wanted, ...unseen])
    return made
  })
  const list = ownPlaylist(ctx, viewer, id)
  return { playlist: partOf(call, library, list, true) }
}

/** Changes a list, whole or not at all. Places are counted among what a player is told. */
export const updatePlaylist: Method = async (call) => {
  const { ctx, viewer, asked } = call
  const library = await call.library()
  const id = required(call, 'playlistId')
  const [name, added] = [nameOf(call), tracksIn(call, library, 'songIdToAdd')]
  inTransaction(ctx.db, () => {
    const shown = songsOn(call, library, id)
    const taken = new Set(asked.getAll('songIndexToRemove').map((at) => placeOf(shown, at)))
    if (name !== null) renamePlaylist(ctx, viewer, id, name)
    if (taken.size + added.size === 0) return
    const kept = idsOnPlaylist(ctx, viewer, id).filter((each) => !taken.has(each))
    setTracks(ctx, viewer, id, [...new Set([...kept, ...added])])
  })
  return {}
}

/** Returns the id of the track at a place, counted from 0. Throws a failure for no such place. */
function placeOf(shown: readonly Song[], written: string): string {
  const song = /^\d+$/.test(written) ? shown[Number(written)] : undefined
  if (!song) throw absent()
  return song.track.id
}

export const deletePlaylist: Method = (call) => {
  remove(call.ctx, call.viewer, required(call, 'id'))
  return {}
}
