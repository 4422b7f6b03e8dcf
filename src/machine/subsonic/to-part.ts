import { contentTypeOf, isAudioFormat } from '../../lib/audio/formats.ts'
import { artistOfTags } from '../../lib/music/by.ts'
import type { Album, Artist, Song } from './library.ts'
import type { Part } from './shape.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

const genresOf = ({ world }: Album) => world.casset.styles.map((name) => ({ name }))

function dateOf(releasedOn: string | null): Part | undefined {
  if (releasedOn === null) return undefined
  const [year, month, day] = releasedOn.split('-').map(Number)
  return { year, month, day }
}

const explicitOf = ({ world }: Album): string => (world.casset.explicit ? 'explicit' : '')

const kinds = { ALBUM: 'Album', EP: 'EP', SINGLE: 'Single', LIVE: 'Live', DEMO: 'Demo' } as const

/** A picture is asked for by what it belongs to, so nobody learns of other pictures. */
const coverOf = (album: Album) => (album.world.cover === null ? undefined : album.id)

/** https://opensubsonic.netlify.app/docs/responses/albumid3/ */
export function albumPart(album: Album): Part {
  const { world, tracks, since, durationSec, year, artist, artistId } = album
  const { casset } = world
  return {
    id: album.id,
    name: casset.name,
    artist,
    artistId,
    displayArtist: artist,
    artists: [{ id: artistId, name: artist }],
    coverArt: coverOf(album),
    songCount: tracks.length,
    duration: durationSec,
    created: isoOf(since),
    year,
    genre: casset.styles[0],
    genres: genresOf(album),
    releaseTypes: [kinds[casset.kind]],
    releaseDate: dateOf(casset.releasedOn),
    explicitStatus: explicitOf(album),
    isCompilation: false,
  }
}

const light = { suffix: 'opus', kbps: 128 } as const

/** Returns kbit/s. */
export const bitRateOf = ({ bytes, durationSec }: Song['track']): number | undefined =>
  durationSec === null || durationSec === 0 ? undefined : Math.round((bytes * 8) / durationSec / 1_000)

// Reference of ReplayGain 2.0: -18 LUFS.
const gainOf = (lufs: number) => Math.round((-18 - lufs) * 100) / 100

const unsafe = /[/\\\p{Cc}]+/gu

/** https://opensubsonic.netlify.app/docs/responses/child/ */
export function songPart({ album, track, number }: Song): Part {
  const { line, names } = artistOfTags(track.byNames ?? [], album.artist)
  const { format, loudnessLufs } = track
  const title = track.title
  const path = [album.artist, album.world.casset.name, `${String(number).padStart(2, '0')} ${title}.${format}`]
  const hasLight = (track.lightBytes ?? 0) > 0
  return {
    id: track.id,
    parent: album.id,
    albumId: album.id,
    artistId: album.artistId,
    isDir: false,
    isVideo: false,
    type: 'music',
    mediaType: 'song',
    title,
    album: album.world.casset.name,
    artist: line,
    displayArtist: line,
    // Names that are no account's have the id of the artist whose album it is.
    artists: names.map((name) => ({ id: album.artistId, name })),
    albumArtists: [{ id: album.artistId, name: album.artist }],
    displayAlbumArtist: album.artist,
    track: number,
    year: album.year,
    genre: album.world.casset.styles[0],
    genres: genresOf(album),
    coverArt: coverOf(album),
    size: track.bytes,
    suffix: format,
    contentType: isAudioFormat(format) ? contentTypeOf(format) : 'application/octet-stream',
    transcodedSuffix: hasLight ? light.suffix : undefined,
    transcodedContentType: hasLight ? contentTypeOf(light.suffix) : undefined,
    duration: track.durationSec === null ? undefined : Math.round(track.durationSec),
    bitRate: bitRateOf(track),
    bitDepth: track.bitDepth ?? undefined,
    samplingRate: track.sampleRate ?? undefined,
    path: path.map((each) => each.replace(unsafe, ' ')).join('/'),
    created: isoOf(track.createdAt),
    isrc: track.isrc === null ? undefined : [track.isrc],
    musicBrainzId: track.mbid ?? undefined,
    replayGain: loudnessLufs === null ? undefined : { trackGain: gainOf(loudnessLufs) },
    explicitStatus: explicitOf(album),
  }
}

/** https://opensubsonic.netlify.app/docs/responses/artistid3/ */
export function artistPart({ id, name, albums }: Artist): Part {
  const pictured = albums.find((album) => album.world.cover !== null)
  return { id, name, albumCount: albums.length, coverArt: pictured && coverOf(pictured) }
}
