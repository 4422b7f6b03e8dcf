import { SAMPLE_RATE } from './stereo.ts'

const CONTROL = 64
const TABLE = 4096
const SINE = Float32Array.from({ length: TABLE + 1 }, (_, at) => Math.sin((2 * Math.PI * at) / TABLE))

/** The shapes a tone can have; `pulse` is a quarter-width square. */
export type Wave = 'sine' | 'triangle' | 'saw' | 'square' | 'pulse'

/** A slow wobble of pitch that comes in after a moment. */
export type Vibrato = { readonly cents: number; readonly hertz: number; readonly delaySec: number }

/** The sine of a whole number of turns, from a table. */
export function sine(turns: number): number {
  const at = (turns - Math.floor(turns)) * TABLE
  const floor = at | 0
  const low = SINE[floor] ?? 0
  return low + ((SINE[floor + 1] ?? 0) - low) * (at - floor)
}

/** Rounds the corner that a jump at phase 0 would make, which would otherwise alias. */
function corner(phase: number, step: number): number {
  if (phase < step) {
    const near = phase / step
    return near + near - near * near - 1
  }
  if (phase > 1 - step) {
    const near = (phase - 1) / step
    return near * near + near + near + 1
  }
  return 0
}

function shape(wave: Exclude<Wave, 'saw'>, phase: number, step: number): number {
  if (wave === 'triangle') return 4 * Math.abs(phase - 0.5) - 1
  if (wave === 'sine') return sine(phase)
  const width = wave === 'square' ? 0.5 : 0.25
  const fall = phase < width ? phase + 1 - width : phase - width
  return (phase < width ? 1 : -1) + corner(phase, step) - corner(fall, step) + 1 - 2 * width
}

/** Adds an oscillator to `out`, starting `phase` turns in. */
export function addWave(
  out: Float32Array,
  wave: Wave,
  hertz: number,
  gain: number,
  phase: number,
  vibrato?: Vibrato,
): void {
  const length = out.length
  const block = vibrato === undefined ? length : CONTROL
  let at = phase - Math.floor(phase)
  for (let from = 0; from < length; from += block) {
    const step = (hertz * bend(vibrato, from / SAMPLE_RATE)) / SAMPLE_RATE
    const to = Math.min(length, from + block)
    at = wave === 'saw' ? addSaw(out, from, to, at, step, gain) : addShape(out, wave, from, to, at, step, gain)
  }
}

function addSaw(out: Float32Array, from: number, to: number, phase: number, step: number, gain: number): number {
  let at = phase
  for (let index = from; index < to; index++) {
    at += step
    if (at >= 1) at -= 1
    const rounded = at < step || at > 1 - step ? corner(at, step) : 0
    out[index] = (out[index] ?? 0) + gain * (2 * at - 1 - rounded)
  }
  return at
}

function addShape(
  out: Float32Array,
  wave: Exclude<Wave, 'saw'>,
  from: number,
  to: number,
  phase: number,
  step: number,
  gain: number,
) {
  let at = phase
  for (let index = from; index < to; index++) {
    at += step
    if (at >= 1) at -= 1
    out[index] = (out[index] ?? 0) + gain * shape(wave, at, step)
  }
  return at
}

function bend(vibrato: Vibrato | undefined, sec: number): number {
  if (vibrato === undefined) return 1
  const depth = Math.min(1, Math.max(0, sec - vibrato.delaySec) * 3)
  return 2 ** ((vibrato.cents * depth * sine(sec * vibrato.hertz)) / 1200)
}
