import { type AudioFile, TagLib } from 'taglib-wasm'
import wasmUrl from '../../../../../node_modules/taglib-wasm/dist/taglib-wasi.wasm' with { type: 'file' }
import type { AlbumTags } from '../../../../lib/album/found.ts'
import { placeOnSide } from '../../../../lib/album/side.ts'
import { present } from '../../../../lib/json/present.ts'
import { saidDate } from '../../../../lib/time/said-date.ts'
import { once } from '../../../../lib/turn/once.ts'
import type { FileTags, TextTags } from '../media.ts'
import { openId3 } from './bare-mp3.ts'
import { type MendedTags, mendedTags, type Properties } from './mended-tags.ts'
import { byIn } from './read-by.ts'
import { creditsIn } from './read-credits.ts'
import { readId3 } from './read-id3.ts'
import { readNumber } from './read-number.ts'
import { lrcOfFrame } from './read-timed.ts'
import { soundLength } from './sound-length.ts'
import { refuseLargeTags, TagsTooLarge } from './tag-size.ts'

// More than anybody writes: longer text is a fault or an attack, and is cut.
const LONGEST_LINE = 1_000
const LONGEST_LYRICS = 40_000
const LONGEST_CUE = 100_000
const LONGEST_ALBUM_LINE = 300

// A larger picture could not be stored as a cover.
const LARGEST_COVER = 25_000_000

// Compiled once a process: compiling it for each file would be a quarter of the work on a short
// M4A, whose tags are opened twice.
const taglib = once(() => TagLib.initialize({ wasmUrl, forceWasmType: 'wasi' }))

/** Opens the tags of a file as TagLib finds them, reading it in pieces. */
export async function openTags(path: string): Promise<AudioFile> {
  return await (await taglib()).open(path)
}

/**
 * Opens the tags of a file; where TagLib finds none, its ID3 tag by itself, which may stand before
 * a WAV or before much that is no sound. Throws for a file that has neither, and TagsTooLarge.
 */
export async function openAnyTags(path: string): Promise<AudioFile> {
  await refuseLargeTags(path)
  const found = await openTags(path).catch(() => undefined)
  if (found && Object.keys(found.properties()).length > 0) return found
  const id3 = await readId3(path)
  if (id3 === null && !found) throw new TagsTooLarge('The tags of this file are too large.')
  if (id3 === null || id3.length === 0) return found ?? (await openTags(path))
  found?.dispose()
  return await openId3(await taglib(), id3)
}

/** Returns a file's picture: the front cover, or the first one when it has none. */
export function coverIn(file: AudioFile): Uint8Array | undefined {
  const pictures = file.getPictures().filter(({ data }) => data.length > 0 && data.length <= LARGEST_COVER)
  return (pictures.find(({ type }) => type === 'FrontCover') ?? pictures[0])?.data
}

/** Returns a file's lyrics: with times, as an .lrc file has them, else of several the first. */
export async function lyricsIn(
  file: AudioFile,
  id3: Uint8Array,
  { properties, mend }: Pick<MendedTags, 'properties' | 'mend'> = { properties: file.properties(), mend: asItIs },
): Promise<string | undefined> {
  const timed = await timedLyricsIn(id3)
  const plain = file.getLyrics().find(({ text }) => text.trim() !== '')?.text
  const lineOf = lineReader(properties, LONGEST_LYRICS)
  const found = timed ?? lineOf('SYNCEDLYRICS') ?? (plain && mend(plain))
  return found ?? lineOf('lyrics', 'USLT', 'LYRICS')
}

const asItIs = (text: string) => text

async function timedLyricsIn(id3: Uint8Array): Promise<string | undefined> {
  if (!Buffer.from(id3).includes('SYLT')) return undefined
  using file = await openId3(await taglib(), id3)
  const found = file.getId3v2Frames('SYLT').map(({ data }) => lrcOfFrame(data))
  return found.find((text) => text !== null) ?? undefined
}

/** Returns a file's tags; nothing if missing or damaged, which is no fault of its sound. */
export async function readTags(path: string): Promise<FileTags> {
  try {
    const whole = await readId3(path)
    const id3 = whole ?? new Uint8Array()
    using file = await openAnyTags(path)
    const tags = mendedTags(file, id3)
    const lineOf = lineReader(tags.properties)
    const cover = coverIn(file)
    const read = present({
      ...(await textIn(file, id3, tags)),
      isrc: lineOf('isrc', 'TSRC')?.toUpperCase().replace(/[-\s]/g, ''),
      ...(await placeIn(path, file, lineOf)),
      ...saidDate(lineOf('date') ?? ''),
      bpm: wholeOf(lineOf('bpm', 'TBPM')),
      cover: cover && new Bun.CryptoHasher('sha256').update(cover).digest('hex'),
      reading: tags.encoding === undefined ? undefined : await readingOf(file, id3, tags.encoding),
    })
    // Tags before a picture that is too large were read, and count.
    return whole === null && Object.keys(read).length === 0 ? { isTooLarge: true } : read
  } catch (error) {
    return error instanceof TagsTooLarge ? { isTooLarge: true } : {}
  }
}

const western = 'windows-1252'

/** Returns in which encoding tags were read by detection, and the text that they are in another. */
async function readingOf(file: AudioFile, id3: Uint8Array, encoding: string): Promise<FileTags['reading']> {
  const other = { encoding: western, text: await textIn(file, id3, mendedTags(file, id3, western)) }
  return { encoding, other }
}

/** Returns the text that people wrote into the tags of a file. */
async function textIn(file: AudioFile, id3: Uint8Array, tags: MendedTags): Promise<TextTags> {
  const lineOf = lineReader(tags.properties)
  return present<TextTags>({
    title: lineOf('title'),
    artist: lineOf('artist'),
    ...byIn(tags.properties),
    albumArtist: lineOf('albumArtist', 'ALBUM ARTIST'),
    album: lineOf('album'),
    genre: lineOf('genre'),
    lyrics: (await lyricsIn(file, id3, tags))?.slice(0, LONGEST_LYRICS),
    credits: creditsIn(tags.properties),
  })
}

/**
 * Returns what decides which album a file belongs to; nothing when its tags are missing or damaged.
 * Many are read at once, so lines are cut sooner. `measures`: with the length of the sound, which
 * decides whether a cue sheet fits.
 */
export async function readAlbumTags(path: string, measures = false): Promise<AlbumTags> {
  const tags = await albumTagsIn(path)
  if (!measures && tags.cue === undefined) return tags
  const seconds = await soundLength(path)
  return { ...tags, ...(seconds === undefined ? {} : { seconds }) }
}

async function albumTagsIn(path: string): Promise<AlbumTags> {
  try {
    using file = await openAnyTags(path)
    const known = mendedTags(file)
    const isKnown = known.properties.title !== undefined
    const { properties } = isKnown ? known : mendedTags(file, (await readId3(path)) ?? undefined)
    const lineOf = lineReader(properties, LONGEST_ALBUM_LINE)
    return present({
      title: lineOf('title'),
      artist: artistsIn(properties),
      albumArtist: lineOf('albumArtist', 'ALBUM ARTIST'),
      album: lineOf('album'),
      ...(await placeIn(path, file, lineOf)),
      ...saidDate(lineOf('date') ?? ''),
      isCompilation: /^(?:1|true)$/.test(lineOf('compilation') ?? '') ? true : undefined,
      hasCover: coverIn(file) ? true : undefined,
      cue: lineReader(properties, LONGEST_CUE)('CUESHEET'),
    })
  } catch {
    return {}
  }
}

type LineOf = ReturnType<typeof lineReader>

/** Returns a function that reads the first of some properties of a file that says something. */
function lineReader(properties: Properties, longest = LONGEST_LINE) {
  return (...names: string[]) =>
    names
      .map((name) => properties[name]?.find((value) => value.trim() !== ''))
      .find((value) => value !== undefined)
      ?.slice(0, longest)
      .toWellFormed()
}

/** Returns all artists of a file in a line, so that each of them can be found in it. */
const artistsIn = ({ artist }: Properties): string | undefined =>
  artist?.join('; ').trim().slice(0, LONGEST_ALBUM_LINE).toWellFormed() || undefined

/** Returns a track's number and disc; of a track numbered by its side that is the disc. */
async function placeIn(path: string, file: AudioFile, lineOf: LineOf): Promise<{ track?: number; disc?: number }> {
  const track = wholeOf(lineOf('trackNumber'))
  const disc = wholeOf(lineOf('discNumber'))
  const isTagged = lineOf('title', 'album') !== undefined
  if (track !== undefined || !isTagged) return present({ track, disc })
  const written = await readNumber(path, file, async (id3) => await openId3(await taglib(), id3))
  return present({ track: wholeOf(written), disc, ...placeOnSide(written) })
}

/** Returns the number at the start of "3/11". */
function wholeOf(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10)
  return number >= 1 && number <= 9_999 ? number : undefined
}
