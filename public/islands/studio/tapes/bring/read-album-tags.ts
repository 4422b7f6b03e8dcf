import type { InputFormat, MetadataTags } from 'mediabunny'
import type { AlbumTags } from '../../../../../src/lib/album/found.ts'
import { dayOf } from '../../../../../src/lib/time/calendar.ts'

const dateNames = ['TDRC', 'TDRL', 'TYER', 'date', 'DATE', 'year', 'YEAR', '©day', 'ICRD']

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
      return toAlbumTags(await input.getMetadataTags())
    } finally {
      input.dispose()
    }
  } catch {
    return {}
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
  const day = typeof date === 'string' ? date.slice(0, 10) : ''
  const year = Number.parseInt(day, 10)
  return {
    ...(title ? { title } : {}),
    ...(artist ? { artist } : {}),
    ...(album ? { album } : {}),
    ...(albumArtist ? { albumArtist } : {}),
    ...(isNumber(trackNumber) ? { track: trackNumber } : {}),
    ...(isNumber(discNumber) ? { disc: discNumber } : {}),
    ...(dayOf(day) === undefined ? {} : { date: day }),
    ...(isNumber(year) ? { year } : {}),
    ...(compilationNames.some((name) => /^(?:1|true)$/.test(String(raw?.[name]))) ? { isCompilation: true } : {}),
    ...(images && images.length > 0 ? { hasCover: true } : {}),
  }
}

const isNumber = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 9_999
