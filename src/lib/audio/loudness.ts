const GATE_LUFS = -70
const RELATIVE_GATE_LU = -10

/**
 * Measures integrated loudness by ITU-R BS.1770-4: K-weighting, 400 ms blocks overlapping by three
 * quarters, both gates. `weights` holds a factor for each channel: 1, 1.41 for a surround, 0 for
 * the low-frequency one.
 */
export function loudnessMeter(sampleRate: number, weights: readonly number[]) {
  const hop = Math.round(sampleRate / 10)
  const coefficients = kWeighting(sampleRate)
  const states = weights.map(() => new Float64Array(4))
  const blocks: number[] = []
  const lastHops: number[] = []
  let energy = 0
  let filled = 0

  const closeHop = () => {
    lastHops.push(energy / hop)
    energy = 0
    filled = 0
    if (lastHops.length < 4) return
    blocks.push(lastHops.reduce((sum, part) => sum + part, 0) / 4)
    lastHops.shift()
  }

  return {
    push(channels: readonly Float32Array[]) {
      const length = channels[0]?.length ?? 0
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + hop - filled)
        weights.forEach((weight, channel) => {
          const samples = channels[channel]
          const state = states[channel]
          if (weight > 0 && samples && state) energy += weight * filtered(samples, from, to, state, coefficients)
        })
        filled += to - from
        from = to
        if (filled === hop) closeHop()
      }
    },
    /** Returns LUFS to two decimals, or null when nothing is above the gate. */
    integrated(): number | null {
      const audible = blocks.filter((block) => lufs(block) >= GATE_LUFS)
      if (audible.length === 0) return null
      const gate = lufs(mean(audible)) + RELATIVE_GATE_LU
      const value = lufs(mean(audible.filter((block) => lufs(block) >= gate)))
      return Number.isFinite(value) ? Math.round(value * 100) / 100 : null
    },
  }
}

const S = 1.41
const CENTRE_THIRD: Record<number, readonly number[]> = {
  4: [1, 1, S, S],
  5: [1, 1, 1, S, S],
  6: [1, 1, 1, 0, S, S],
  7: [1, 1, 1, 0, S, S, S],
  8: [1, 1, 1, 0, S, S, S, S],
}
const CENTRE_SECOND: Record<number, readonly number[]> = {
  4: [1, 1, S, S],
  5: [1, 1, 1, S, S],
  6: [1, 1, 1, S, S, 0],
  7: [1, 1, 1, S, S, S, 0],
  8: [1, 1, 1, S, S, S, S, 0],
}

/** Returns the weights of a layout's channels; in Opus the centre is second, the low one last. */
export function channelWeights(channels: number, centreSecond: boolean): readonly number[] {
  return (centreSecond ? CENTRE_SECOND : CENTRE_THIRD)[channels] ?? Array.from({ length: channels }, () => 1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function lufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy)
}

/** Runs both filters over a chunk of one channel, keeps their state and returns the energy. */
function filtered(samples: Float32Array, from: number, to: number, state: Float64Array, k: Float64Array): number {
  // Indexed access to a typed array: with destructuring the loop is four times slower.
  const b0 = k[0] ?? 0
  const b1 = k[1] ?? 0
  const b2 = k[2] ?? 0
  const a1 = k[3] ?? 0
  const a2 = k[4] ?? 0
  const c1 = k[5] ?? 0
  const c2 = k[6] ?? 0
  let z1 = state[0] ?? 0
  let z2 = state[1] ?? 0
  let y1 = state[2] ?? 0
  let y2 = state[3] ?? 0
  let energy = 0
  for (let i = from; i < to; i++) {
    const sample = samples[i] ?? 0
    const shelved = b0 * sample + z1
    z1 = b1 * sample - a1 * shelved + z2
    z2 = b2 * sample - a2 * shelved
    const passed = shelved + y1
    y1 = -2 * shelved - c1 * passed + y2
    y2 = shelved - c2 * passed
    energy += passed * passed
  }
  state.set([z1, z2, y1, y2])
  return energy
}

/**
 * Returns the two filters of BS.1770 for a sample rate: b0, b1, b2, a1, a2 of the shelf, then a1,
 * a2 of the high pass.
 */
function kWeighting(sampleRate: number): Float64Array {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  const p = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const r = 0.5003270373238773
  const c0 = 1 + p / r + p * p
  return Float64Array.of(
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
    (2 * (p * p - 1)) / c0,
    (1 - p / r + p * p) / c0,
  )
}
