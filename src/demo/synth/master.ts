import type { Pcm16 } from '../flac.ts'
import { soften } from './echo.ts'
import { filterBus } from './filter.ts'
import { gainTo } from './loudness.ts'
import { SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

const BLOCK = 64
/** Blocks before and after a peak over which the limiter leans down and lets go. */
const LEAN = 4
const LET_GO = 0.985

export type Mastering = {
  readonly lufs: number
  readonly ceiling: number
  readonly fadeInSec: number
  readonly fadeOutSec: number
}

/** The gain each block needs so that none of its samples passes the ceiling. */
function neededGains({ left, right }: Stereo, ceiling: number): Float32Array {
  const gains = new Float32Array(Math.ceil(left.length / BLOCK) + 1).fill(1)
  for (let block = 0; block < gains.length; block++) {
    let peak = 0
    const to = Math.min(left.length, (block + 1) * BLOCK)
    for (let at = block * BLOCK; at < to; at++) {
      peak = Math.max(peak, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0))
    }
    if (peak > ceiling) gains[block] = ceiling / peak
  }
  return gains
}

/** Yields to each peak a little ahead and recovers slowly, so that the limiter is not heard. */
function easeGains(needed: Float32Array): Float32Array {
  const eased = needed.map((_, block) => Math.min(...needed.subarray(Math.max(0, block - LEAN), block + LEAN + 1)))
  let held = 1
  for (let block = 0; block < eased.length; block++) {
    held = Math.min(eased[block] ?? 1, 1 - (1 - held) * LET_GO)
    eased[block] = held
  }
  let ahead = 1
  for (let block = eased.length - 1; block >= 0; block--) {
    ahead = Math.min(eased[block] ?? 1, 1 - (1 - ahead) * 0.6)
    eased[block] = ahead
  }
  return eased
}

function limit(bus: Stereo, ceiling: number) {
  const gains = easeGains(neededGains(bus, ceiling))
  for (let at = 0; at < bus.left.length; at++) {
    const block = Math.floor(at / BLOCK)
    const from = gains[block] ?? 1
    const gain = from + (((gains[block + 1] ?? from) - from) * (at % BLOCK)) / BLOCK
    bus.left[at] = (bus.left[at] ?? 0) * gain
    bus.right[at] = (bus.right[at] ?? 0) * gain
  }
}

function fade({ left, right }: Stereo, inSec: number, outSec: number) {
  const rise = samplesIn(inSec)
  const fall = samplesIn(outSec)
  for (let at = 0; at < left.length; at++) {
    const gain = Math.min(1, at / rise) * Math.min(1, (left.length - 1 - at) / fall) ** 1.5
    if (gain === 1) continue
    left[at] = (left[at] ?? 0) * gain
    right[at] = (right[at] ?? 0) * gain
  }
}

function drive(samples: Float32Array, gain: number) {
  const length = samples.length
  for (let at = 0; at < length; at++) samples[at] = soften((samples[at] ?? 0) * gain) / 1.08
}

/**
 * Glues the mix, in place, brings it to its loudness, keeps its peaks under the ceiling and fades
 * its ends.
 */
export function master(bus: Stereo, { lufs, ceiling, fadeInSec, fadeOutSec }: Mastering): void {
  filterBus(bus, 'high', 28)
  const gain = gainTo(bus, lufs) * 1.15
  drive(bus.left, gain)
  drive(bus.right, gain)
  limit(bus, ceiling)
  fade(bus, fadeInSec, fadeOutSec)
}

/**
 * Two bits of sixteen stay zero: a tape's own hiss is louder than what they would say, and FLAC
 * leaves them out.
 */
const UNUSED_BITS = 2

export function toPcm16({ left, right }: Stereo): Pcm16 {
  const steps = 2 ** (15 - UNUSED_BITS)
  const round = (samples: Float32Array) => {
    const rounded = new Int16Array(samples.length)
    const length = rounded.length
    for (let at = 0; at < length; at++) {
      rounded[at] = Math.floor((samples[at] ?? 0) * steps + 0.5) << UNUSED_BITS
    }
    return rounded
  }
  return { rate: SAMPLE_RATE, left: round(left), right: round(right) }
}
