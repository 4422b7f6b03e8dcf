import type { Random } from '../random.ts'
import { filter } from './filter.ts'
import { hertzOf } from './pitch.ts'
import { mono, SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

/** A plucked string (Karplus-Strong): `brightness` in hertz, `ringSec` until it is a third. */
export type PluckedString = { readonly pluckHz: number; readonly ringSec: number; readonly position: number }

/** The string's excitation: softened noise, with the notch that the pluck's place makes. */
function excite(string: PluckedString, period: number, random: Random): Float32Array {
  const burst = Float32Array.from({ length: Math.ceil(period) }, () => random() * 2 - 1)
  filter(burst, 'low', string.pluckHz)
  const offset = Math.max(1, Math.round(period * string.position))
  const mean = burst.reduce((sum, value) => sum + value, 0) / burst.length
  return burst.map((value, at) => value - mean - (burst[(at + offset) % burst.length] ?? 0) + mean)
}

/** Plucks one note. A first-order all-pass in the loop keeps it in tune between whole samples. */
export function pluck(string: PluckedString, midi: number, heldSec: number, random: Random): Stereo {
  const period = SAMPLE_RATE / hertzOf(midi) - 0.5
  const whole = Math.floor(period - 0.1)
  const fraction = period - whole
  const allPass = (1 - fraction) / (1 + fraction)
  const loop = new Float32Array(whole)
  loop.set(excite(string, whole, random).subarray(0, whole))
  const loss = Math.exp(-(whole + fraction) / (string.ringSec * SAMPLE_RATE))
  const samples = new Float32Array(samplesIn(heldSec))
  const fade = Math.min(samples.length, samplesIn(0.06))
  let previous = 0
  let passedIn = 0
  let passedOut = 0
  for (let at = 0, slot = 0; at < samples.length; at++) {
    const sample = loop[slot] ?? 0
    const softened = loss * 0.5 * (sample + previous)
    previous = sample
    passedOut = allPass * (softened - passedOut) + passedIn
    passedIn = softened
    loop[slot] = passedOut
    slot = slot + 1 === whole ? 0 : slot + 1
    samples[at] = sample * Math.min(1, (samples.length - at) / fade)
  }
  return mono(samples)
}
