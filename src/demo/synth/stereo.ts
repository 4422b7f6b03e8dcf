/**
 * The rate of all that is synthesised. 16 kHz of treble is all a tape would keep, and a third less
 * to store.
 */
export const SAMPLE_RATE = 32_000

/**
 * Added before a sound goes round a loop: numbers too small to be normal would make it ten times
 * slower.
 */
export const HUSH = 1e-15

/** Two channels of sound; a mono sound has the same array twice. */
export type Stereo = { readonly left: Float32Array; readonly right: Float32Array }

export const samplesIn = (seconds: number): number => Math.max(1, Math.round(seconds * SAMPLE_RATE))

export const createBus = (seconds: number): Stereo => ({
  left: new Float32Array(samplesIn(seconds)),
  right: new Float32Array(samplesIn(seconds)),
})

export const mono = (samples: Float32Array): Stereo => ({ left: samples, right: samples })

export function clear({ left, right }: Stereo): void {
  left.fill(0)
  right.fill(0)
}

function add(into: Float32Array, from: Float32Array, at: number, gain: number): void {
  const last = Math.min(from.length, into.length - at) | 0
  for (let index = Math.max(0, -at) | 0, to = Math.max(0, at) | 0; index < last; index++, to++) {
    into[to] = (into[to] ?? 0) + (from[index] ?? 0) * gain
  }
}

/** Adds one bus to another, `lateSec` later. */
export function mix(into: Stereo, from: Stereo, gain = 1, lateSec = 0): void {
  const at = Math.round(lateSec * SAMPLE_RATE)
  add(into.left, from.left, at, gain)
  add(into.right, from.right, at, gain)
}

/** Adds a sound to a bus at a time; `pan` from -1 (left) to 1 keeps the power constant. */
export function stamp(bus: Stereo, sound: Stereo, atSec: number, gain: number, pan = 0): void {
  const at = Math.round(atSec * SAMPLE_RATE)
  const angle = ((pan + 1) * Math.PI) / 4
  add(bus.left, sound.left, at, gain * Math.SQRT2 * Math.cos(angle))
  add(bus.right, sound.right, at, gain * Math.SQRT2 * Math.sin(angle))
}
