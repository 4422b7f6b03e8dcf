import type { Id3 } from './copy-stripped.ts'
import { lengthOf, mostParts, type Piece, type Source } from './piece.ts'

const soundChunks = {
  RIFF: new Set(['fmt ', 'fact', 'data']),
  FORM: new Set(['FVER', 'COMM', 'SSND']),
} as const
const headBytes = 12
const largest = 0xffffffff

/**
 * Returns the format and the samples of a WAV or AIFF file without all its other chunks, and with
 * an ID3 tag behind them where one is given. Fills in sizes that a recorder left open, and a
 * missing pad byte. Throws when no container can hold them.
 */
export async function stripChunks(source: Source, start: number, kind: 'RIFF' | 'FORM', id3?: Id3): Promise<Piece[]> {
  const isLittleEndian = kind === 'RIFF'
  const size = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (isLittleEndian) bytes.writeUInt32LE(value)
    else bytes.writeUInt32BE(value)
    return bytes
  }
  const pieces: Piece[] = []
  let at = start + headBytes
  for (let seen = 0; seen < mostParts; seen++) {
    const head = await source.read(at, 8)
    if (head.length < 8) break
    const id = head.toString('latin1', 0, 4)
    const stated = isLittleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4)
    const from = at + 8
    // A program that wrote to a pipe, or lost power, could not go back to state the length.
    const isOpen = stated === 0 && (id === 'data' || id === 'SSND')
    const to = isOpen ? source.size : Math.min(source.size, from + stated)
    if (soundChunks[kind].has(id)) {
      pieces.push(head.subarray(0, 4), size(to - from), { from, to }, { zeros: (to - from) % 2 })
    }
    at = to + (stated % 2)
  }
  const add = (name: string, content: Uint8Array) =>
    pieces.push(Buffer.from(name), size(content.length), content, { zeros: content.length % 2 })
  if (id3 && isLittleEndian) add('LIST', infoOf(id3.info))
  if (id3) add(isLittleEndian ? 'id3 ' : 'ID3 ', id3.tag)
  const bytes = 4 + pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
  if (bytes > largest) throw new RangeError('These samples have no place in a file of this kind.')
  return [Buffer.from(kind, 'latin1'), size(bytes), await source.read(start + 8, 4), ...pieces]
}

/** Returns the list of tags that Windows reads in a WAV file. */
function infoOf(info: Id3['info']): Buffer {
  const fields = [...info].map(([name, text]) => {
    const value = Buffer.from(`${text}\0`)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(value.length)
    return Buffer.concat([Buffer.from(name), length, value, Buffer.alloc(value.length % 2)])
  })
  return Buffer.concat([Buffer.from('INFO'), ...fields])
}
