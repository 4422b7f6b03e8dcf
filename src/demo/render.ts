import { rename } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { ARTISTS, type CastTrack, findTrack } from './artists.ts'
import type { ArtistSpec } from './cast/artist.ts'
import { SLEEVES } from './cast/sayings.ts'
import { encodeFlac } from './flac.ts'
import { renderSong } from './song/song.ts'
import { toPcm16 } from './synth/master.ts'

/** Plays a track of the demo and encodes it: the bytes of a FLAC file, the same bytes each time. */
export function renderTrack({ artist, track }: CastTrack): Promise<Uint8Array> {
  return encodeFlac(toPcm16(renderSong(track.song)), {
    TITLE: track.title,
    ARTIST: artist.displayName,
    ALBUM: artist.cassetName,
    GENRE: artist.genre,
    TRACKNUMBER: String(artist.tracks.indexOf(track) + 1),
    TRACKTOTAL: String(artist.tracks.length),
    COMMENT: 'A fictional artist of the Tapedeck demo; composed and played by a program.',
  })
}

const artistOf = (handle: string): ArtistSpec => {
  const artist = ARTISTS.find((candidate) => candidate.handle === handle)
  if (artist === undefined) throw new Error(`The demo has no artist ${handle}.`)
  return artist
}

const proofPx = 480

const KINDS: Readonly<Record<string, (name: string) => Promise<Uint8Array>>> = {
  async track(slug) {
    const found = findTrack(slug)
    if (found === undefined) throw new Error(`The demo has no track ${slug}.`)
    return renderTrack(found)
  },
  cover: async (handle) => (await import('./art/cover.ts')).drawCover(artistOf(handle)),
  async tape(name) {
    const found = SLEEVES.find(({ word }) => word === name)
    if (found === undefined) throw new Error(`The demo has no tape ${name}.`)
    const { of, cover, hue, seed } = found
    return (await import('./art/cover.ts')).drawCover({ ...artistOf(of), cover, hue, seed })
  },
  proof: async (handle) => (await import('./art/cover.ts')).drawCover(artistOf(handle), proofPx),
  async emoji(name) {
    const [handle = '', design = ''] = name.split('/')
    const artist = artistOf(handle)
    const spec = artist.emojis?.find((emoji) => emoji.design === design)
    if (spec === undefined) throw new Error(`The demo has no emoji ${name}.`)
    return (await import('./art/sticker/sticker.ts')).drawSticker(artist, spec.design)
  },
  picture: async (handle) => (await import('./art/picture.ts')).drawPicture(artistOf(handle)),
}

/**
 * The work of the program started as `__render KIND NAME URGENCY FILE`: makes one track, cover,
 * picture or emoji in a file that appears whole. Anything not wanted `now` is made at low priority,
 * so that the server comes first.
 */
export async function renderChild(args: readonly string[]): Promise<void> {
  const [kind = '', name = '', urgency = '', file = ''] = args
  const make = KINDS[kind]
  if (make === undefined || file === '') throw new Error(`Nothing is rendered as ${args.join(' ')}.`)
  if (urgency !== 'now') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await Bun.write(`${file}.part`, await make(name))
  await rename(`${file}.part`, file)
}
