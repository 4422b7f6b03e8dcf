import { codedLength, codedNumber, crc8, crc16, extraBytes } from '../../../../lib/audio/flac-bits.ts'
import { bytesOf } from '../master/aac.ts'

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
  const extra = extraBytes(frame[2] ?? 0)
  const headerEnd = numberEnd + extra.size + extra.rate
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
  renumbered[header.length] = crc8(header)
  renumbered.set(body, header.length + 1)
  const sum = crc16(renumbered.subarray(0, -2))
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
  return isTagged && crc16(frame) !== 0 ? frame.subarray(0, tag) : frame
}
