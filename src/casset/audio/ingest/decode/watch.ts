import type { EncodedPacket } from 'mediabunny'
import type { Master } from '../master/open-master.ts'
import { hasVaryingBlocks } from './flac-frame.ts'
import { readFlacHead, streamInfo } from './flac-head.ts'

/**
 * Faults of a master that are found while it is decoded: browsers would not play all of it as it
 * is, or its samples are others than it states.
 */
export type Watch = { isOdd: boolean; hasWrongSum: boolean }

const BITS: Readonly<Record<number, number>> = { 1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32 }

/**
 * Returns an observer of each frame of a FLAC. Browsers trust the header of the file, which may be
 * wrong about the frames, and may stop before the last of them. `end` is called after the last
 * packet.
 */
export async function watchFlac(master: Master, watch: Watch) {
  const { config, path } = master
  const info = streamInfo(config)
  const { audioAt, isOdd } = await readFlacHead(master)
  if (isOdd) watch.isOdd = true
  const bits = ((((info[12] ?? 0) & 1) << 4) | ((info[13] ?? 0) >> 4)) + 1
  const channels = (((info[12] ?? 0) >> 1) & 7) + 1
  const largest = ((info[2] ?? 0) << 8) | (info[3] ?? 0)
  const isVarying = hasVaryingBlocks(config)
  let bytes = 0
  return {
    see({ data, duration }: EncodedPacket) {
      const [, strategy = 0, , codes = 0, number = 0] = data
      const assigned = codes >> 4
      const isOther =
        (bytes === 0 && number !== 0) ||
        (isVarying && (strategy & 1) === 0) ||
        (assigned < 8 ? assigned + 1 : 2) !== channels ||
        (BITS[(codes >> 1) & 7] ?? bits) !== bits ||
        Math.round(duration * config.sampleRate) > largest
      if (isOther) watch.isOdd = true
      bytes += data.length
    },
    end() {
      if (audioAt + bytes < Bun.file(path).size) watch.isOdd = true
    },
  }
}
