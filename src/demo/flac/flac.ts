import { createHash } from 'node:crypto'
import { type BitWriter, createBitWriter } from './bit-writer.ts'
import { crc8, crc16 } from './crc.ts'
import { writeComments, writeStreamInfo } from './metadata.ts'
import { welchWindow } from './predictor.ts'
import { type Channel, writeSubframe } from './subframe.ts'

const BLOCK = 4096
const DEPTH = 16
const RATE_CODES: Readonly<Record<number, number>> = { 22050: 6, 24000: 7, 32000: 8, 44100: 9, 48000: 10 }

/** Stereo sound in 16-bit integers. */
export type Pcm16 = { readonly rate: number; readonly left: Int16Array; readonly right: Int16Array }

/** How the two channels of a block are stored; the number is FLAC's own code. */
const ASSIGNMENT = { leftRight: 1, leftSide: 8, sideRight: 9, midSide: 10 } as const

/** The channels of one block, without the low bits that no sample uses. */
type Block = Readonly<Record<'left' | 'right' | 'mid' | 'side', Float64Array>>

/** What mid and side must save, in bits a sample, before they are worth the wider side. */
const MID_SIDE_MARGIN = 0.1

/** How rough a channel is to a second-order predictor: a cheap stand-in for the bits it would take. */
function roughness(samples: Float64Array, length: number): number {
  let sum = 0
  for (let at = 2; at < length; at += 2) {
    sum += Math.abs((samples[at] ?? 0) - 2 * (samples[at - 1] ?? 0) + (samples[at - 2] ?? 0))
  }
  return Math.log2(sum + 1)
}

function chooseAssignment(block: Block, length: number): keyof typeof ASSIGNMENT {
  const left = roughness(block.left, length)
  const right = roughness(block.right, length)
  const mid = roughness(block.mid, length) + MID_SIDE_MARGIN
  const side = roughness(block.side, length)
  const costs = { leftRight: left + right, leftSide: left + side, sideRight: side + right, midSide: mid + side }
  const least = Math.min(...Object.values(costs))
  if (costs.midSide === least) return 'midSide'
  if (costs.leftSide === least) return 'leftSide'
  return costs.sideRight === least ? 'sideRight' : 'leftRight'
}

/** Takes the next samples and returns how many of their low bits are unused. */
function fillBlock({ left, right, mid, side }: Block, pcm: Pcm16, from: number, length: number): number {
  let used = 0
  for (let at = from; at < from + length; at++) used |= (pcm.left[at] ?? 0) | (pcm.right[at] ?? 0)
  const unused = used === 0 ? 0 : 31 - Math.clz32(used & -used)
  for (let at = 0; at < length; at++) {
    const l = (pcm.left[from + at] ?? 0) >> unused
    const r = (pcm.right[from + at] ?? 0) >> unused
    left[at] = l
    right[at] = r
    mid[at] = unused > 0 ? l + r : (l + r) >> 1
    side[at] = l - r
  }
  return unused
}

/** The two channels that an assignment stores. The mid uses one of the unused bits; the side is one bit wider. */
function channelsOf(block: Block, kept: keyof typeof ASSIGNMENT, unused: number): readonly [Channel, Channel] {
  const left = { samples: block.left, depth: DEPTH, unused }
  const right = { samples: block.right, depth: DEPTH, unused }
  const mid = { samples: block.mid, depth: DEPTH, unused: Math.max(0, unused - 1) }
  const side = { samples: block.side, depth: DEPTH + 1, unused }
  switch (kept) {
    case 'leftRight':
      return [left, right]
    case 'leftSide':
      return [left, side]
    case 'sideRight':
      return [side, right]
    case 'midSide':
      return [mid, side]
  }
}

/** A frame's number in the UTF-8 manner. */
function writeFrameNumber(out: BitWriter, number: number) {
  if (number < 0x80) return out.write(number, 8)
  if (number < 0x800) return out.write(0xc080 | ((number >> 6) << 8) | (number & 0x3f), 16)
  out.write(0xe0 | (number >> 12), 8)
  out.write(0x8080 | (((number >> 6) & 0x3f) << 8) | (number & 0x3f), 16)
}

function writeFrameHeader(out: BitWriter, number: number, length: number, rateCode: number, assignment: number) {
  const start = out.length()
  out.write(0xfff8, 16)
  out.write(length === BLOCK ? 0b1100 : 0b0111, 4)
  out.write(rateCode, 4)
  out.write(assignment, 4)
  out.write(0b1000, 4)
  writeFrameNumber(out, number)
  if (length !== BLOCK) out.write(length - 1, 16)
  out.write(crc8(out.bytesFrom(start)), 8)
}

/** The samples as FLAC's MD5 wants them: interleaved, 16 bits, little endian. */
function interleave({ left, right }: Pcm16): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(left.length * 4))
  for (let at = 0; at < left.length; at++) {
    bytes.setInt16(at * 4, left[at] ?? 0, true)
    bytes.setInt16(at * 4 + 2, right[at] ?? 0, true)
  }
  return new Uint8Array(bytes.buffer)
}

/** Encodes stereo sound as FLAC with the given comments (TITLE, ARTIST, …). */
export function encodeFlac(pcm: Pcm16, comments: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const rateCode = RATE_CODES[pcm.rate]
  if (rateCode === undefined) throw new RangeError(`no FLAC code for ${pcm.rate} Hz`)
  const total = pcm.left.length
  const out = createBitWriter(total * 3 + 1024)
  writeStreamInfo(out, {
    ...pcm,
    block: BLOCK,
    total,
    depth: DEPTH,
    md5: createHash('md5').update(interleave(pcm)).digest(),
  })
  writeComments(out, comments)
  const plane = () => new Float64Array(BLOCK)
  const block = { left: plane(), right: plane(), mid: plane(), side: plane() }
  const scratch = { window: welchWindow(BLOCK), residual: plane() }
  for (let from = 0, number = 0; from < total; from += BLOCK, number++) {
    const length = Math.min(BLOCK, total - from)
    const unused = fillBlock(block, pcm, from, length)
    const start = out.length()
    const kept = chooseAssignment(block, length)
    writeFrameHeader(out, number, length, rateCode, ASSIGNMENT[kept])
    for (const channel of channelsOf(block, kept, unused)) writeSubframe(out, channel, length, scratch)
    out.alignToByte()
    out.write(crc16(out.bytesFrom(start)), 16)
  }
  return out.bytesFrom(0).slice()
}
