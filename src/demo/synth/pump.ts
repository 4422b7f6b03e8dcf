import { SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

const ATTACK_SEC = 0.004

/**
 * Ducks a bus, in place, at each time given (the kicks, in order) by `depth` (0…1), and lets it
 * come back within `recoverSec`. A kick that falls while the bus still comes back from the one
 * before takes over without a step.
 */
export function pump({ left, right }: Stereo, timesSec: readonly number[], depth: number, recoverSec: number): void {
  const length = samplesIn(recoverSec)
  const attack = samplesIn(ATTACK_SEC)
  const starts = timesSec.map((sec) => Math.round(sec * SAMPLE_RATE) - attack)
  const held = (passed: number) =>
    passed < attack ? passed / attack : passed < length ? (1 - (passed - attack) / (length - attack)) ** 2 : 0
  starts.forEach((start, index) => {
    const before = starts[index - 1] ?? start - length
    const end = Math.min(left.length, start + length, starts[index + 1] ?? start + length)
    for (let at = Math.max(0, start); at < end; at++) {
      const gain = 1 - depth * Math.max(held(at - start), held(at - before))
      left[at] = (left[at] ?? 0) * gain
      right[at] = (right[at] ?? 0) * gain
    }
  })
}

/** Follows gains through a song: `points` are `[second, gain]`, in order; it glides between. */
export function automate(bus: Stereo, points: readonly (readonly [number, number])[]): void {
  points.forEach(([sec, gain], index) => {
    const [nextSec, nextGain] = points[index + 1] ?? [bus.left.length / SAMPLE_RATE, gain]
    const from = Math.round(sec * SAMPLE_RATE)
    const to = Math.min(bus.left.length, Math.round(nextSec * SAMPLE_RATE))
    for (let at = from; at < to; at++) {
      const now = gain + ((nextGain - gain) * (at - from)) / (to - from)
      bus.left[at] = (bus.left[at] ?? 0) * now
      bus.right[at] = (bus.right[at] ?? 0) * now
    }
  })
}
