import { bytesOf } from '../master/aac.ts'

const CRC8 = crcTable(8, 0x07)
const CRC16 = crcTable(16, 0x8005)

/**
 * Renumbers a FLAC frame for its new file and updates both checksums. Decoders accept a plain copy,
 * but a browser takes the old number as the time: the file then begins in its middle and never
 * ends.
 */
export function renumberFlacFrame(
  frame: Uint8Array,
  { frameNumber, sampleNumber, isVarying }: { frameNumber: number; sampleNumber: number; isVarying: boolean },
): Uint8Array {
  const variableBlocks = isVarying || ((frame[1] ?? 0) & 1) === 1
  const numberEnd = 4 + codedLength(frame[4] ?? 0)
  const headerEnd = numberEnd + extraBytes(frame[2] ?? 0)
  const [sync = 0, strategy = 0, ...codes] = frame.subarray(0, 4)
  const head = [
    sync,
    variableBlocks ? strategy | 1 : strategy,
    ...codes,
    ...codedNumber(variableBlocks ? sampleNumber : frameNumber),
  ]
  const header = Uint8Array.from([...head, ...frame.subarray(numberEnd, headerEnd)])
  const body = frame.subarray(headerEnd + 1, frame.length - 2)
  const renumbered = new Uint8Array(header.length + 1 + body.length + 2)
  renumbered.set(header)
  renumbered[header.length] = crc(CRC8, 8, header)
  renumbered.set(body, header.length + 1)
  const sum = crc(CRC16, 16, renumbered.subarray(0, -2))
  renumbered.set([sum >> 8, sum & 0xff], renumbered.length - 2)
  return renumbered
}

const MARK_AND_HEAD = 8

/** Whether STREAMINFO says that block sizes vary: the frames of old files do not say so. */
export function hasVaryingBlocks({ description }: AudioDecoderConfig): boolean {
  if (!description) return false
  const [a, b, c, d] = bytesOf(description).subarray(MARK_AND_HEAD)
  return a !== c || b !== d
}

/** The last frame of a file may have an ID3v1 tag attached, which is not part of the frame. */
export function withoutTrailingTag(frame: Uint8Array): Uint8Array {
  const tag = frame.length - 128
  const isTagged = tag > 0 && frame[tag] === 0x54 && frame[tag + 1] === 0x41 && frame[tag + 2] === 0x47
  // The three letters also occur in music; a frame whose checksum is right is complete without
  // them.
  return isTagged && crc(CRC16, 16, frame) !== 0 ? frame.subarray(0, tag) : frame
}

/** FLAC writes frame and sample numbers like UTF-8, up to 36 bits in seven bytes. */
function codedNumber(value: number): number[] {
  if (value < 0x80) return [value]
  const bytes: number[] = []
  let rest = value
  let room = 0x40
  do {
    bytes.unshift(0x80 | (rest & 0x3f))
    rest = Math.floor(rest / 64)
    room >>= 1
  } while (rest >= room)
  return [((0xff00 >> (bytes.length + 1)) & 0xff) | rest, ...bytes]
}

function codedLength(first: number): number {
  return first < 0x80 ? 1 : Math.clz32(~(first << 24))
}

/**
 * Returns the bytes that block size and sample rate take at the end of the header when they have no
 * common code.
 */
function extraBytes(codes: number): number {
  const blockSize = codes >> 4
  const sampleRate = codes & 15
  return (blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0) + (sampleRate === 12 ? 1 : sampleRate > 12 ? 2 : 0)
}

function crcTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (bits - 1)
  const mask = (1 << bits) - 1
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8)
    for (let bit = 0; bit < 8; bit++) value = (value & top ? (value << 1) ^ polynomial : value << 1) & mask
    return value
  })
}

function crc(table: Uint16Array, bits: 8 | 16, bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) & ((1 << bits) - 1)) ^ (table[(sum >> (bits - 8)) ^ byte] ?? 0)
  return sum
}
