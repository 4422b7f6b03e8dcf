import type { Master } from '../master/open-master.ts'
import { bitsOf, streamInfo } from './flac-head.ts'
import type { Watch } from './watch.ts'

const MD5_AT = 18
const MD5_BYTES = 16
// A float of 32 bits has no more of a sample.
const DEEPEST_EXACT = 24

/**
 * Returns a meter of the MD5 that a FLAC states of its samples, which programs that test files
 * compare. `end` notes when it is another one; where none is stated nothing is compared. The quick
 * decoder takes the largest sample as 1, the exact one the smallest as -1.
 */
export function watchSum({ config }: Master, watch: Watch, isExact: boolean) {
  const info = streamInfo(config)
  const stated = Buffer.from(info.subarray(MD5_AT, MD5_AT + MD5_BYTES))
  const bits = bitsOf(info)
  const isStated = stated.length === MD5_BYTES && stated.some((byte) => byte !== 0) && bits <= DEEPEST_EXACT
  const full = 2 ** (bits - 1) - (isExact ? 0 : 1)
  const md5 = new Bun.CryptoHasher('md5')
  return {
    add(channels: readonly Float32Array[]) {
      if (isStated) md5.update(interleaved(channels, full, Math.ceil(bits / 8)))
    },
    end() {
      if (isStated && !md5.digest().equals(stated)) watch.hasWrongSum = true
    },
  }
}

/** Returns samples as the sum counts them: in turns, little endian, in whole bytes. */
function interleaved(channels: readonly Float32Array[], full: number, width: number): Uint8Array<ArrayBuffer> {
  const step = width * channels.length
  const bytes = new Uint8Array((channels[0]?.length ?? 0) * step)
  for (const [channel, samples] of channels.entries()) {
    let at = channel * width
    for (let i = 0; i < samples.length; i++) {
      const value = Math.round((samples[i] ?? 0) * full)
      bytes[at] = value
      if (width > 1) bytes[at + 1] = value >> 8
      if (width > 2) bytes[at + 2] = value >> 16
      at += step
    }
  }
  return bytes
}
