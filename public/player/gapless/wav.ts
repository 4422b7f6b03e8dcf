import { batchBytes, type Cutter } from './cutter.ts'
import { flacFrame, flacStart } from './flac-frame.ts'
import { OddSound, type SoundFile, viewOf } from './sound-file.ts'

const pcm = 1
const floats = 3
const extensible = 0xfffe
const mostChunks = 1_000
const blockSamples = 4_096

/**
 * WAV, as FLAC that packs nothing, since no browser joins WAV. Samples of more than 24 bits are
 * rounded to these.
 */
export async function cutWav(file: SoundFile): Promise<Cutter> {
  let at = 12
  let format: { kind: number; channels: number; rate: number; bytes: number } | null = null
  for (let seen = 0; seen < mostChunks; seen += 1) {
    const view = viewOf(await file.read(at, 8))
    if (view.byteLength < 8) break
    const name = view.getUint32(0)
    const length = view.getUint32(4, true)
    if (name === 0x64_61_74_61 && format) return cutSamples(file, format, at + 8, Math.min(length, file.size - at - 8))
    if (name === 0x66_6d_74_20) {
      const head = viewOf(await file.read(at + 8, Math.min(length, 40)))
      const named = head.getUint16(0, true)
      const kind = named === extensible && head.byteLength >= 26 ? head.getUint16(24, true) : named
      const channels = head.getUint16(2, true)
      format = { kind, channels, rate: head.getUint32(4, true), bytes: head.getUint16(12, true) / channels }
    }
    at += 8 + length + (length % 2)
  }
  throw new OddSound()
}

type Format = { kind: number; channels: number; rate: number; bytes: number }

function cutSamples(file: SoundFile, { kind, channels, rate, bytes }: Format, from: number, length: number): Cutter {
  const isKnown = kind === pcm ? [1, 2, 3, 4].includes(bytes) : kind === floats && bytes === 4
  if (!isKnown || channels < 1 || channels > 2) throw new OddSound()
  const bits = Math.min(3, bytes) * 8
  const step = bytes * channels
  const total = Math.floor(length / step)
  const valueAt = (view: DataView, at: number) => {
    if (kind === floats) return Math.round(Math.max(-1, Math.min(1, view.getFloat32(at, true))) * 0x7f_ff_ff)
    if (bytes === 1) return view.getUint8(at) - 128
    return bytes === 2
      ? view.getInt16(at, true)
      : bytes === 4
        ? view.getInt32(at, true) >> 8
        : view.getUint16(at, true) | (view.getInt8(at + 2) << 16)
  }
  let block = 0
  return {
    ...flacStart({ channels, rate, bits, blockSamples, total }),
    rate,
    delay: 0,
    async goTo(sample) {
      block = Math.floor(sample / blockSamples)
    },
    async next() {
      const at = block * blockSamples
      if (at >= total) return null
      const count = Math.min(total - at, blockSamples * Math.max(1, Math.floor(batchBytes / (step * blockSamples))))
      const view = viewOf(await file.read(from + at * step, count * step))
      if (view.byteLength < count * step) throw new OddSound()
      const frames: Uint8Array[] = []
      const samples: number[] = []
      for (let done = 0; done < count; done += blockSamples) {
        const size = Math.min(blockSamples, count - done)
        const read = (channel: number, index: number) => valueAt(view, (done + index) * step + channel * bytes)
        frames.push(flacFrame({ channels, bits, number: block, size, read }))
        samples.push(size)
        block += 1
      }
      return { at, frames, samples, ...(at + count >= total ? { end: total } : {}) }
    },
  }
}
