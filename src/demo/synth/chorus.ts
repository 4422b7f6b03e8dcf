import { sine } from './oscillator.ts'
import { SAMPLE_RATE, type Stereo } from './stereo.ts'

const CONTROL = 64
const LOOP = 1024

/** A copy of a sound that drifts in time: how fast, how far, and how loud beside the sound. */
export type Chorus = { readonly hertz: number; readonly depthMs: number; readonly amount: number }

function drift(samples: Float32Array, { hertz, depthMs, amount }: Chorus, offset: number) {
  const depth = (depthMs / 1000) * SAMPLE_RATE
  const lateAt = (at: number) => depth * (1.6 + sine((at / SAMPLE_RATE) * hertz + offset))
  const loop = new Float32Array(LOOP)
  const length = samples.length
  for (let from = 0; from < length; from += CONTROL) {
    const to = Math.min(length, from + CONTROL)
    let late = lateAt(from)
    const step = (lateAt(from + CONTROL) - late) / CONTROL
    for (let at = from; at < to; at++) {
      const sample = samples[at] ?? 0
      loop[at & (LOOP - 1)] = sample
      const exact = at + LOOP - late
      const floor = exact | 0
      const low = loop[floor & (LOOP - 1)] ?? 0
      const high = loop[(floor + 1) & (LOOP - 1)] ?? 0
      samples[at] = sample + (low + (high - low) * (exact - floor)) * amount
      late += step
    }
  }
}

/** Widens a bus, in place, with copies that drift on each side in their own way. */
export function widen(bus: Stereo, chorus: Chorus): void {
  drift(bus.left, chorus, 0)
  drift(bus.right, chorus, 0.25)
}

/** Moves a bus from side to side and back, in place, as the amplifier of an electric piano does. */
export function autoPan({ left, right }: Stereo, hertz: number, depth: number): void {
  const length = left.length
  for (let from = 0; from < length; from += CONTROL) {
    const start = sine((from / SAMPLE_RATE) * hertz) * depth
    const step = (sine(((from + CONTROL) / SAMPLE_RATE) * hertz) * depth - start) / CONTROL
    const to = Math.min(length, from + CONTROL)
    for (let at = from; at < to; at++) {
      const swing = start + step * (at - from)
      left[at] = (left[at] ?? 0) * (1 + swing)
      right[at] = (right[at] ?? 0) * (1 - swing)
    }
  }
}
