const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
const MPEG1_RATES = [44_100, 48_000, 32_000, 0]
const FRAMES_IN_A_ROW = 3

type FrameLength = (head: Uint8Array, at: number) => number

/** An MPEG layer III frame: its length in bytes and samples, and the decoder's delay. */
export type Mp3Frame = { bytes: number; samples: number; sampleRate: number; isMono: boolean; sideInfoBytes: number }

const MONO = 3

/** Returns the MPEG layer III frame that starts at `at`, or null if there is none. */
export function mp3FrameAt(head: Uint8Array, at: number): Mp3Frame | null {
  if (head[at] !== 0xff) return null
  const b = head[at + 1] ?? 0
  const c = head[at + 2] ?? 0
  const version = (b >> 3) & 3
  if (b < 0xe0 || version === 1 || ((b >> 1) & 3) !== 1) return null
  const isFirstVersion = version === 3
  const kbps = (isFirstVersion ? MPEG1_KBPS : MPEG2_KBPS)[c >> 4] ?? 0
  const halvings = isFirstVersion ? 0 : version === 2 ? 1 : 2
  const sampleRate = (MPEG1_RATES[(c >> 2) & 3] ?? 0) >> halvings
  if (kbps === 0 || sampleRate === 0) return null
  const bytes = Math.floor(((isFirstVersion ? 144_000 : 72_000) * kbps) / sampleRate) + ((c >> 1) & 1)
  const isMono = (head[at + 3] ?? 0) >> 6 === MONO
  const sideInfoBytes = isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return { bytes, samples: isFirstVersion ? 1_152 : 576, sampleRate, isMono, sideInfoBytes }
}

/** Returns the bytes of the MPEG layer III frame that starts at `at`; 0 for none. */
export const mp3FrameLength: FrameLength = (head, at) => mp3FrameAt(head, at)?.bytes ?? 0

const LAYER1_KBPS = Array.from({ length: 16 }, (_, code) => (code < 15 ? code * 32 : 0))
const LAYER2_KBPS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0]
const LATER_LAYER1_KBPS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0]
const LAYER1 = 3
const LAYER2 = 2

/** Returns the bytes of a frame of the older layers, whose bit rates differ in MPEG-1. */
function olderFrameLength(head: Uint8Array, at: number, layer: number, mpeg1: number[], mpeg2: number[]): number {
  const [a = 0, b = 0, c = 0] = head.subarray(at, at + 3)
  if (a !== 0xff || b < 0xf0 || ((b >> 1) & 3) !== layer) return 0
  const isFirstVersion = (b & 8) !== 0
  const sampleRate = (MPEG1_RATES[(c >> 2) & 3] ?? 0) >> (isFirstVersion ? 0 : 1)
  const kbps = (isFirstVersion ? mpeg1 : mpeg2)[c >> 4] ?? 0
  if (sampleRate === 0 || kbps === 0) return 0
  const padding = (c >> 1) & 1
  if (layer === LAYER1) return (Math.floor((12_000 * kbps) / sampleRate) + padding) * 4
  return Math.floor((144_000 * kbps) / sampleRate) + padding
}

/** Returns the bytes of the MPEG layer I frame that starts at `at`; 0 for none. */
export const layer1FrameLength: FrameLength = (head, at) =>
  olderFrameLength(head, at, LAYER1, LAYER1_KBPS, LATER_LAYER1_KBPS)

/** Returns the bytes of the MPEG layer II frame that starts at `at`; 0 for none. */
export const layer2FrameLength: FrameLength = (head, at) => olderFrameLength(head, at, LAYER2, LAYER2_KBPS, MPEG2_KBPS)

/** Returns the bytes of the AAC frame of broadcasts (LATM) that starts at `at`; 0 for none. */
export const latmFrameLength: FrameLength = (head, at) => {
  const [a = 0, b = 0, c = 0] = head.subarray(at, at + 3)
  return a === 0x56 && b >= 0xe0 ? (((b & 0x1f) << 8) | c) + 3 : 0
}

/** Returns the bytes of the ADTS (bare AAC) frame that starts at `at`; 0 for none. */
export function adtsFrameLength(head: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = head.subarray(at, at + 6)
  if (a !== 0xff || (b & 0xf6) !== 0xf0 || ((c >> 2) & 15) > 12) return 0
  const length = ((d & 3) << 11) | (e << 3) | (f >> 5)
  return length > 7 ? length : 0
}

const isLastTag = (head: Uint8Array, at: number) => head[at] === 0x54 && head[at + 1] === 0x41 && head[at + 2] === 0x47

/**
 * Returns whether consecutive frames start at `at`: three of them, or as many as the available
 * bytes or a tag behind them can show.
 */
export function hasFramesAt(head: Uint8Array, at: number, frameLength: FrameLength): boolean {
  let next = at
  for (let seen = 0; seen < FRAMES_IN_A_ROW; seen++) {
    const length = frameLength(head, next)
    if (length === 0) return seen > 0 && isLastTag(head, next)
    next += length
    if (next + 6 > head.length) return seen > 0 || next === head.length
  }
  return true
}

/** Returns the bytes of the ID3v2 tag at `at`, with header and footer; 0 for none. */
export function id3Length(head: Uint8Array, at: number): number {
  const tag = head.subarray(at, at + 10)
  if (tag.length < 10 || tag[0] !== 0x49 || tag[1] !== 0x44 || tag[2] !== 0x33) return 0
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = tag.subarray(5)
  if ((a | b | c | d) & 0x80) return 0
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d) + (flags & 0x10 ? 10 : 0)
}
