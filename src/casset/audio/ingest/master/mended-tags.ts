import type { AudioFile } from 'taglib-wasm'
import { detectEncoding, type MendText, menderOf } from '../../../../lib/encoding/mend-text.ts'

// Lyrics and what programs keep for themselves are long, and say no more of the encoding.
const mostSeen = 2_000
const mostValues = 100

export type Properties = Record<string, readonly string[] | undefined>

export type MendedTags = {
  properties: Properties
  mend: MendText
  /** The encoding that was detected, in which they were read. */
  encoding: string | undefined
}

/**
 * Returns the properties of a file as its tags have them, in the encoding in which they were
 * written, or in this one (rule: text-of-tags). A value that surely is of another one, which nobody
 * can tell, is left out.
 */
export function mendedTags(file: AudioFile, id3: Uint8Array = new Uint8Array(), wanted?: string): MendedTags {
  const properties: Properties = { ...unmarked(id3), ...file.properties() }
  const short = Object.values(properties).flatMap((values = []) => values.filter(({ length }) => length <= mostSeen))
  const encoding = wanted ?? detectEncoding(short.slice(0, mostValues))
  const mend = menderOf([], encoding)
  const mended = Object.entries(properties).map(([name, values = []]) => [
    name,
    values.flatMap((value) => mend(value) ?? []),
  ])
  return { properties: Object.fromEntries(mended), mend, encoding }
}

const frames: Readonly<Record<string, string>> = { TIT2: 'title', TPE1: 'artist', TALB: 'album', TPE2: 'albumArtist' }
const headBytes = 10

/**
 * Returns the text in UTF-16 without its mark of an ID3 tag, which TagLib leaves out: little
 * endian, as other readers take it.
 */
function unmarked(id3: Uint8Array): Record<string, readonly string[]> {
  const tag = Buffer.from(id3.buffer, id3.byteOffset, id3.byteLength)
  const found: Record<string, readonly string[]> = {}
  const isNew = tag[3] === 4
  for (let at = headBytes; at + headBytes < tag.length; ) {
    const size = isNew ? synchsafe(tag, at + 4) : tag.readUInt32BE(at + 4)
    const data = tag.subarray(at + headBytes, at + headBytes + size)
    const name = frames[tag.toString('latin1', at, at + 4)]
    if (size === 0) break
    at += headBytes + size
    const [encoding, first = 0, second = 0] = data
    if (name === undefined || encoding !== 1 || (first ^ second) === 1) continue
    const text = new TextDecoder('utf-16le').decode(data.subarray(1)).split('\0', 1).join('')
    if (text.trim() !== '') found[name] = [text]
  }
  return found
}

const synchsafe = (tag: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 128 + ((tag[at + index] ?? 0) & 127), 0)
