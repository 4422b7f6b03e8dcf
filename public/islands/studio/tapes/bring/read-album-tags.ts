import type { InputFormat, MetadataTags } from 'mediabunny'
import type { AlbumTags } from '../../../../../src/lib/album/found.ts'
import { placeOnSide } from '../../../../../src/lib/album/side.ts'
import { present } from '../../../../../src/lib/json/present.ts'
import { saidDate } from '../../../../../src/lib/time/said-date.ts'

const dateNames = ['TDRC', 'TDRL', 'TYER', 'date', 'DATE', 'year', 'YEAR', '©day', 'ICRD']

const numberNames = ['TRCK', 'TRACKNUMBER', 'tracknumber']

const compilationNames = ['TCMP', 'cpil', 'COMPILATION', 'compilation']

/**
 * Returns what the tags of a file decide; nothing where they are missing or this browser cannot
 * read them. The server reads them again once the file has arrived.
 */
export async function readAlbumTags(file: File): Promise<AlbumTags> {
  try {
    const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny')
    const formats: InputFormat[] = ALL_FORMATS
    const input = new Input({ source: new BlobSource(file), formats })
    try {
      return await mended(toAlbumTags(await input.getMetadataTags()))
    } finally {
      input.dispose()
    }
  } catch {
    return {}
  }
}

/** Reads text in the encoding in which it was written, as the server does (rule: text-of-tags). */
async function mended(tags: AlbumTags): Promise<AlbumTags> {
  const { menderOf } = await import('../../../../../src/lib/encoding/mend-text.ts')
  const { title, artist, album, albumArtist, ...rest } = tags
  const mend = menderOf([title, artist, album, albumArtist].flatMap((value) => value ?? []))
  const read = (value: string | undefined) => (value === undefined ? undefined : mend(value))
  const text = { title: read(title), artist: read(artist), album: read(album), albumArtist: read(albumArtist) }
  return { ...rest, ...present<Pick<AlbumTags, keyof typeof text>>(text) }
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
  }
}

const isNumber = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 9_999
