import { createHeld } from '../../../db/held.ts'
import { partsBy } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { inEachLanguage } from '../../lib/language/formats.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { configState } from '../../platform/own-state.ts'
import { cassetsHeldBy, type HeldCasset, type HeldTrack, heldCasset, heldSince } from './held-cassets.ts'

export type Album = HeldCasset & {
  id: string
  artistId: string
  artist: string
  durationSec: number
  year: number | undefined
}
export type Song = { album: Album; track: HeldTrack; number: number }
export type Artist = { id: string; name: string; albums: Album[] }

/** All that somebody has, as players see it: what they hold, and no hook of what they do not. */
export type Library = {
  /** The newest first. */
  readonly albums: readonly Album[]
  /** By name. */
  readonly artists: readonly Artist[]
  readonly artistById: ReadonlyMap<string, Artist>
  readonly songById: ReadonlyMap<string, Song>
  /** Until when some of it is heard as a supporter (ms). */
  readonly until: number
}

// Each takes some hundred bytes.
const mostSongsKept = 200_000

const keptLibraries = configState(({ db }) =>
  createHeld<Library>(db, mostSongsKept, ({ songById }) => songById.size + 1),
)

const collator = inEachLanguage((locale) => new Intl.Collator(locale, { sensitivity: 'base', numeric: true }))

export const byName = (a: string, b: string): number => collator().compare(a, b)

/** Reads somebody's library, casset by casset in small steps; kept until anything is written. */
export async function readLibrary(ctx: Ctx, viewer: Viewer): Promise<Library> {
  const { userId } = viewer
  const kept = keptLibraries(ctx)
  const known = kept.get(userId)
  if (known && known.until > ctx.now()) return known
  const keep = kept.begin(userId)
  const pace = createPace(ctx.monotonicMs)
  const albums: Album[] = []
  let until = Number.POSITIVE_INFINITY
  for (const since of cassetsHeldBy(ctx, userId)) {
    const held = heldCasset(ctx, since, viewer)
    until = Math.min(until, since.until ?? until)
    if (held) albums.push(albumOf(held))
    await pace()
  }
  const inOrder = albums.toSorted((a, b) => b.since - a.since || byName(a.id, b.id))
  const library = { until, ...(await indexed(inOrder, pace)) }
  keep(library)
  return library
}

/** Reads one casset of somebody's library, as a player that plays asks for one after the other. */
export function readAlbum(ctx: Ctx, viewer: Viewer, cassetId: string): Album | undefined {
  const since = heldSince(ctx, viewer.userId, cassetId)
  const held = since && heldCasset(ctx, since, viewer)
  return held && albumOf(held)
}

const cassetOf = partsBy(tracks, ['cassetId'], 'id')

/** Reads one track of somebody's library. */
export function readSong(ctx: Ctx, viewer: Viewer, id: string): Song | undefined {
  const row = cassetOf(ctx.db).get({ id })
  const album = row && readAlbum(ctx, viewer, row.cassetId)
  return album && songsOf(album).find(({ track }) => track.id === id)
}

export const songsOf = (album: Album): Song[] => album.tracks.map((track, at) => ({ album, track, number: at + 1 }))

function albumOf(held: HeldCasset): Album {
  const { casset, artist } = held.world
  const [, year] = /^(\d{4})-/.exec(casset.releasedOn ?? '') ?? []
  return {
    ...held,
    id: casset.id,
    // A shared casset is of several artists, who together are one of their own.
    artistId: casset.slug === null ? artist.id : casset.id,
    artist: artist.displayName,
    durationSec: Math.round(held.tracks.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)),
    year: year === undefined ? undefined : Number(year),
  }
}

async function indexed(albums: readonly Album[], pace: () => Promise<void>): Promise<Omit<Library, 'until'>> {
  const artistById = new Map<string, Artist>()
  const songById = new Map<string, Song>()
  for (const album of albums) {
    const artist = artistById.get(album.artistId) ?? { id: album.artistId, name: album.artist, albums: [] }
    artist.albums.push(album)
    artistById.set(artist.id, artist)
    for (const song of songsOf(album)) songById.set(song.track.id, song)
    await pace()
  }
  return {
    albums,
    artists: [...artistById.values()].toSorted((a, b) => byName(a.name, b.name)),
    artistById,
    songById,
  }
}
