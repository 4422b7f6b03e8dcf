import { bytesOf } from './aac.ts'
import type { Master } from './open-master.ts'

const WAV_BITS = /^pcm-[usf](8|16|24|32|64)$/
const MARK_AND_HEAD = 8
const FLAC_BITS_AT = 12

/** Returns the bits per sample of a lossless master; null for a lossy one, which has none. */
export function bitDepthOf({ codec, config }: Pick<Master, 'codec' | 'config'>): number | null {
  const wav = WAV_BITS.exec(codec)?.[1]
  if (wav !== undefined) return Number(wav)
  if (codec !== 'flac' || !config.description) return null
  // "fLaC" and the header of the first block come first. After the rate, across two bytes, is the
  // number of bits minus one.
  const info = bytesOf(config.description).subarray(MARK_AND_HEAD)
  const [high = 0, low = 0] = info.subarray(FLAC_BITS_AT)
  return (((high & 1) << 4) | (low >> 4)) + 1
}
