import { inflateSync } from 'node:zlib'
import { invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { pngChunks } from './png-chunks.ts'
import { isRiff, riffChunks, writeRiff } from './webp.ts'

/** Progressive JPEGs have about ten scans; each costs as much as the whole picture. */
const mostScans = 40

/** Profiles of screens and cameras have up to four thousand bytes; one goes into each size. */
const mostProfileBytes = 16_384

/**
 * Returns a picture with what its pixels, their colours and their place need, and nothing else:
 * what a decoder would unpack or do again and again without end is left out. Throws VALIDATION for
 * a JPEG of too many scans.
 */
export function plainPicture(file: Uint8Array): Uint8Array {
  if (file[0] === 0xff && file[1] === 0xd8) return plainJpeg(file)
  if (file[0] === 0x89 && file[1] === 0x50) return plainPng(file)
  return isRiff(file) ? plainWebp(file) : file
}

const ofPixels = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'sBIT'])

function plainPng(file: Uint8Array): Uint8Array {
  const kept = [...pngChunks(file)].filter(
    ({ type, content }) => ofPixels.has(type) || (type === 'iCCP' && isSmallProfile(content)),
  )
  return Buffer.concat([file.subarray(0, 8), ...kept.map(({ whole }) => whole)])
}

/** Whether a profile, compressed behind its name, unpacks to no more than the most allowed. */
function isSmallProfile(content: Uint8Array): boolean {
  const end = content.indexOf(0)
  try {
    inflateSync(content.subarray(end + 2), { maxOutputLength: mostProfileBytes })
    return end > 0
  } catch {
    return false
  }
}

const [start, end, scan] = [0xd8, 0xd9, 0xda]
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= start)

function plainJpeg(file: Uint8Array): Uint8Array {
  return readJpeg(file).plain
}

/** Returns whether a JPEG has its end: without it, it is cut off in a scan or between two. */
export const hasEnd = (file: Uint8Array): boolean => readJpeg(file).hasEnd

function readJpeg(file: Uint8Array): { plain: Uint8Array; hasEnd: boolean } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const kept = [file.subarray(0, 2)]
  const seen = new Set<string>()
  let scans = 0
  let hasEnd = false
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 2 <= file.length; at = file.indexOf(0xff, at)) {
    const marker = view.getUint8(at + 1)
    hasEnd = marker === end
    if (hasEnd || at + 4 > file.length) break
    if (marker === 0xff || isAlone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const segment = file.subarray(at, at + 2 + view.getUint16(at + 2))
    if (isKept(marker, segment, seen)) kept.push(segment)
    at += Math.max(4, segment.length)
    if (marker !== scan) continue
    scans += 1
    const next = endOfScan(file, at)
    kept.push(file.subarray(at, next))
    at = next
  }
  if (scans > mostScans) {
    throw invalid(
      'file',
      say('This JPEG is made of {scans} scans; a picture can have at most {mostScans}.', { scans, mostScans }),
      say('Save it again and upload that.'),
    )
  }
  return { plain: Buffer.concat([...kept, Buffer.of(0xff, end)]), hasEnd }
}

/** Returns the place of the marker that ends a scan, or the end of the file when there is none. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at)) {
    const next = file[at + 1] ?? 0
    if (next !== 0xff && next !== 0x00 && !isAlone(next)) return at
    at += next === 0xff ? 1 : 2
  }
  return file.length
}

const wanted = ['JFIF\0', 'Exif\0', 'ICC_PROFILE\0', 'Adobe'] as const
const isOfApp = (marker: number) => marker >= 0xe0 && marker <= 0xef
const comment = 0xfe

/** Of what is written beside the pixels, the first of each kind that says how they are shown. */
function isKept(marker: number, segment: Uint8Array, seen: Set<string>): boolean {
  if (marker === comment) return false
  if (!isOfApp(marker)) return true
  const text = Buffer.from(segment.subarray(4, 18)).toString('latin1')
  const name = wanted.find((each) => text.startsWith(each))
  if (name === undefined || seen.has(name)) return false
  seen.add(name)
  // One part of one.
  const isWhole = text.endsWith('\x01\x01')
  return name !== 'ICC_PROFILE\0' || (isWhole && segment.length <= mostProfileBytes)
}

const profileFlag = 0x20
const metadata = new Set(['EXIF', 'XMP ', 'ICCP'])

function plainWebp(file: Uint8Array): Uint8Array {
  const chunks = riffChunks(file)
  if (!chunks) return file
  const isSmall = ({ name, content }: (typeof chunks)[number]) => name === 'ICCP' && content.length <= mostProfileBytes
  const kept = chunks.filter((chunk) => !metadata.has(chunk.name) || isSmall(chunk))
  const hasProfile = kept.some(({ name }) => name === 'ICCP')
  return writeRiff(
    kept.map((chunk) => {
      if (chunk.name !== 'VP8X') return chunk
      const content = Uint8Array.from(chunk.content)
      content[0] = ((content[0] ?? 0) & ~(0x0c | profileFlag)) | (hasProfile ? profileFlag : 0)
      return { ...chunk, content }
    }),
  )
}
