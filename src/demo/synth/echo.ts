import { type Curve, valueAt } from './filter.ts'
import { HUSH, SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

const CONTROL = 256

/** A tape echo from side to side; each repeat is duller (`toneHz`) and thinner (`thinHz`). */
export type Echo = {
  readonly timeSec: number
  readonly feedback: Curve
  readonly toneHz: number
  readonly thinHz: number
  /** How much of the sound itself stays; none unless told. */
  readonly dry?: number
}

/** How far a one-pole filter moves toward its input at each sample. */
const pullOf = (hertz: number) => 1 - Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE)

/** Turns a bus into its repeats, in place. Loud feedback saturates and never runs away. */
export function echo({ left, right }: Stereo, { timeSec, feedback, toneHz, thinHz, dry = 0 }: Echo): void {
  const length = left.length
  const loop = samplesIn(timeSec)
  const leftLoop = new Float32Array(loop)
  const rightLoop = new Float32Array(loop)
  const dull = pullOf(toneHz)
  const thin = pullOf(thinHz)
  let dullLeft = 0
  let dullRight = 0
  let bassLeft = 0
  let bassRight = 0
  let slot = 0
  for (let from = 0; from < length; from += CONTROL) {
    const fed = valueAt(feedback, from / SAMPLE_RATE)
    const to = Math.min(length, from + CONTROL)
    for (let at = from; at < to; at++) {
      const inLeft = (left[at] ?? 0) + HUSH
      const inRight = (right[at] ?? 0) + HUSH
      const outLeft = leftLoop[slot] ?? 0
      const outRight = rightLoop[slot] ?? 0
      left[at] = outLeft + inLeft * dry
      right[at] = outRight + inRight * dry
      dullLeft += dull * (outRight - dullLeft)
      dullRight += dull * (outLeft - dullRight)
      bassLeft += thin * (dullLeft - bassLeft)
      bassRight += thin * (dullRight - bassRight)
      leftLoop[slot] = soften(inLeft + inRight * 0.3 + (dullLeft - bassLeft) * fed)
      rightLoop[slot] = soften(inRight * 0.5 + (dullRight - bassRight) * fed)
      slot = slot + 1 === loop ? 0 : slot + 1
    }
  }
}

/** Bends what is loud, as tape does; a close and cheap relative of the hyperbolic tangent. */
export function soften(sample: number): number {
  const held = Math.max(-3, Math.min(3, sample))
  return (held * (27 + held * held)) / (27 + 9 * held * held)
}
