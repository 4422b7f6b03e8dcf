import { HUSH, SAMPLE_RATE, type Stereo } from './stereo.ts'

const CONTROL = 64

/** A fixed value, or one that changes with the seconds since the start. */
export type Curve = number | ((sec: number) => number)

export const valueAt = (curve: Curve, sec: number): number => (typeof curve === 'number' ? curve : curve(sec))

export type Pass = 'low' | 'band' | 'high'

/** A state-variable filter, in place; it stays stable however fast its cutoff moves. */
export function filter(samples: Float32Array, pass: Pass, cutoffHz: Curve, q = Math.SQRT1_2): void {
  const damping = 1 / q
  const straight = pass === 'high' ? 1 : 0
  const ofMid = pass === 'low' ? 0 : pass === 'band' ? damping : -damping
  const ofBottom = pass === 'low' ? 1 : pass === 'band' ? 0 : -1
  const length = samples.length
  let band = 0
  let low = 0
  const block = typeof cutoffHz === 'number' ? length : CONTROL
  for (let from = 0; from < length; from += block) {
    const hertz = Math.min(SAMPLE_RATE * 0.46, Math.max(15, valueAt(cutoffHz, from / SAMPLE_RATE)))
    const pull = Math.tan((Math.PI * hertz) / SAMPLE_RATE)
    const a = 1 / (1 + pull * (pull + damping))
    const b = pull * a
    const c = pull * b
    const to = Math.min(length, from + block)
    for (let at = from; at < to; at++) {
      const sample = (samples[at] ?? 0) + HUSH
      const rest = sample - low
      const mid = a * band + b * rest
      const bottom = low + b * band + c * rest
      band = 2 * mid - band
      low = 2 * bottom - low
      samples[at] = sample * straight + mid * ofMid + bottom * ofBottom
    }
  }
}

/** Filters both channels of a bus, in place. */
export function filterBus(bus: Stereo, pass: Pass, cutoffHz: Curve, q?: number): void {
  filter(bus.left, pass, cutoffHz, q)
  filter(bus.right, pass, cutoffHz, q)
}
