import { codedLength, crc8, extraBytes } from '../../../src/lib/audio/flac-bits.ts'
import { id3Length } from '../../../src/lib/audio/mpeg-header.ts'
import { batchBytes, type Cutter, findPlace } from './cutter.ts'
import { infoBytes, ofStreamInfo } from './flac-frame.ts'
import { OddSound, type SoundFile } from './sound-file.ts'

const largestFrame = 1_048_576
const longestHead = 16
const mostBlocks = 1_000

type Frame = { sample: number; size: number }

/** FLAC: its frames as they are. Each says which sample it begins with. */
export async function cutFlac(file: SoundFile): Promise<Cutter> {
  const start = id3Length(await file.read(0, 10), 0)
  const head = await file.read(start, 8 + infoBytes)
  if (head[0] !== 0x66 || (head[4] !== undefined && (head[4] & 0x7f) !== 0)) throw new OddSound()
  const info = head.slice(8)
  const [a = 0, b = 0, c = 0, d = 0] = info.subarray(10)
  const rate = (a << 12) | (b << 4) | (c >> 4)
  const channels = ((c >> 1) & 7) + 1
  const view = new DataView(info.buffer)
  const total = (d & 15) * 2 ** 32 + view.getUint32(14)
  const blockSize = view.getUint16(0)
  if (rate === 0 || total === 0) throw new OddSound()
  let from = start + 4
  for (let seen = 0; ; seen += 1) {
    const [kind = 0x80, x = 0, y = 0, z = 0] = await file.read(from, 4)
    from += 4 + ((x << 16) | (y << 8) | z)
    if (kind >= 0x80) break
    if (seen > mostBlocks) throw new OddSound()
  }
  const frameAt = (bytes: Uint8Array, at: number) => readFrame(bytes, at, blockSize)
  let byte = from
  let sample = 0
  return {
    ...ofStreamInfo(info, channels, rate),
    rate,
    delay: 0,
    async goTo(wanted) {
      const look = async (at: number) => {
        const bytes = await file.read(at, batchBytes)
        for (let place = bytes.indexOf(0xff); place >= 0; place = bytes.indexOf(0xff, place + 1)) {
          const frame = frameAt(bytes, place)
          if (frame) return { byte: at + place, sample: frame.sample }
        }
        return null
      }
      const found = await findPlace(
        { from, to: file.size, samples: total },
        { sample: wanted, nearSamples: rate },
        look,
      )
      ;({ byte, sample } = found)
    },
    async next() {
      if (sample >= total || byte >= file.size) return null
      let asked = batchBytes
      let bytes = await file.read(byte, asked)
      const frames: Uint8Array[] = []
      const samples: number[] = []
      const at = sample
      let begin = 0
      let frame = frameAt(bytes, 0)
      while (frame) {
        const isEnd = byte + bytes.length >= file.size
        const next = sample + frame.size
        const end = next >= total && isEnd ? bytes.length : nextFrame(bytes, begin + 1, next, frameAt)
        if (end === null) {
          if (frames.length > 0 || isEnd) break
          asked *= 2
          if (asked > largestFrame) throw new OddSound()
          bytes = await file.read(byte, asked)
          continue
        }
        frames.push(bytes.slice(begin, end))
        samples.push(frame.size)
        sample = next
        begin = end
        frame = frameAt(bytes, begin)
      }
      if (frames.length === 0) throw new OddSound()
      byte += begin
      return { at, frames, samples, ...(sample >= total ? { end: total } : {}) }
    },
  }
}

function nextFrame(
  bytes: Uint8Array,
  from: number,
  sample: number,
  frameAt: (bytes: Uint8Array, at: number) => Frame | null,
) {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (frameAt(bytes, at)?.sample === sample) return at
  }
  return null
}

/** The frame whose head begins at `at` (RFC 9639, section 9.1). */
function readFrame(bytes: Uint8Array, at: number, blockSize: number): Frame | null {
  const head = bytes.subarray(at, at + longestHead)
  const [sync = 0, strategy = 0, codes = 0, channels = 0, first = 0] = head
  if (sync !== 0xff || (strategy & 0xfe) !== 0xf8 || (channels & 1) !== 0 || head.length < 6) return null
  const numberBytes = codedLength(first)
  if (numberBytes > 7 || (first >= 0x80 && numberBytes < 2)) return null
  let number = first < 0x80 ? first : first & (0xff >> (numberBytes + 1))
  for (const byte of head.subarray(5, 4 + numberBytes)) number = number * 64 + (byte & 63)
  const sizeCode = codes >> 4
  const rateCode = codes & 15
  const sizeAt = 4 + numberBytes
  const extra = extraBytes(codes)
  const end = sizeAt + extra.size + extra.rate
  if (sizeCode === 0 || rateCode === 15 || end >= head.length) return null
  if (crc8(head.subarray(0, end)) !== head[end]) return null
  const [x = 0, y = 0] = head.subarray(sizeAt)
  const size =
    sizeCode === 1
      ? 192
      : sizeCode < 6
        ? 576 << (sizeCode - 2)
        : sizeCode === 6
          ? x + 1
          : sizeCode === 7
            ? ((x << 8) | y) + 1
            : 256 << (sizeCode - 8)
  return { sample: (strategy & 1) === 1 ? number : number * blockSize, size }
}
