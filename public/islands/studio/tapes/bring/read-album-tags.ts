import type { InputFormat, MetadataTags } from 'mediabunny'
import type { AlbumTags } from '../../../../../src/lib/album/found.ts'
import { placeOnSide } from '../../../../../src/lib/album/side.ts'
import { menderOf } from '../../../../../src/lib/encoding/mend-text.ts'
import { present } from '../../../../../src/lib/json/present.ts'
import { saidDate } from '../../../../../src/lib/time/said-date.ts'

const dateNames = ['TDRC', 'TDRL', 'TYER', 'date', 'DATE', 'year', 'YEAR', '©day', 'ICRD']

const numberNames = ['TRCK', 'TRACKNUMBER', 'tracknumber']

const compilationNames = ['TCMP', 'cpil', 'COMPILATION', 'compilation']

/**
 * Returns what the tags of a file decide; nothing where they are missing or this browser cannot
 * read them. The server reads them again once the file has arrived. `measures`: with the length,
 * which decides whether a cue sheet fits.
 */
export async function readAlbumTags(file: File, measures = false): Promise<AlbumTags> {
  try {
    const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny')
    const formats: InputFormat[] = ALL_FORMATS
    const input = new Input({ source: new BlobSource(file), formats })
    try {
      const tags = await mended(toAlbumTags(await input.getMetadataTags()))
      const seconds = measures || tags.cue !== undefined ? await input.getDurationFromMetadata() : null
      return { ...tags, ...(seconds === null ? {} : { seconds }) }
    } finally {
      input.dispose()
    }
  } catch {
    return {}
  }
}

/** Reads text in the encoding in which it was written, as the server does (rule: text-of-tags). */
async function mended(tags: AlbumTags): Promise<AlbumTags> {
  const { title, artist, album, albumArtist, ...rest } = tags
  const mend = menderOf([title, artist, album, albumArtist].flatMap((value) => value ?? []))
  const read = (value: string | undefined) => (value === undefined ? undefined : mend(value))
  const text = { title: read(title), artist: read(artist), album: read(album), albumArtist: read(albumArtist) }
  return { ...rest, ...present<Pick<AlbumTags, keyof typeof text>>(text) }
}

/** Returns the picture in a file of music; undefined for none that this browser can read. */
export async function coverInFile(file: File): Promise<File | undefined> {
  try {
    const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny')
    const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS })
    try {
      const [first] = (await input.getMetadataTags()).images ?? []
      return first && new File([new Uint8Array(first.data)], 'cover', { type: first.mimeType })
    } finally {
      input.dispose()
    }
  } catch {
    return undefined
  }
}

function toAlbumTags({
  title,
  artist,
  album,
  albumArtist,
  trackNumber,
  discNumber,
  images,
  raw,
}: MetadataTags): AlbumTags {
  const date = dateNames.map((name) => raw?.[name]).find((value) => typeof value === 'string')
  const number = numberNames.map((name) => raw?.[name]).find((value) => typeof value === 'string')
  return {
    ...(title ? { title } : {}),
    ...(artist ? { artist } : {}),
    ...(album ? { album } : {}),
    ...(albumArtist ? { albumArtist } : {}),
    ...(isNumber(discNumber) ? { disc: discNumber } : {}),
    ...(isNumber(trackNumber) ? { track: trackNumber } : placeOnSide(String(number ?? ''))),
    ...(typeof date === 'string' ? saidDate(date) : {}),
    ...(compilationNames.some((name) => /^(?:1|true)$/.test(String(raw?.[name]))) ? { isCompilation: true } : {}),
    ...(images && images.length > 0 ? { hasCover: true } : {}),
    ...(typeof raw?.['CUESHEET'] === 'string' ? { cue: raw['CUESHEET'] } : {}),
  }
}

const isNumber = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 9_999
