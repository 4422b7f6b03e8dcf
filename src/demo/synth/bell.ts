import { shapeNote } from './envelope.ts'
import { sine } from './oscillator.ts'
import { hertzOf } from './pitch.ts'
import { mono, SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

/** One partial of a struck sound: a sine whose phase another sine shakes, both dying away. */
export type Partial = {
  readonly ratio: number
  readonly level: number
  readonly decaySec: number
  readonly shakeRatio: number
  readonly shake: number
  readonly shakeSec: number
}

/** A struck or plucked voice made by frequency modulation: electric piano, music box, glass. */
export type Bell = {
  readonly partials: readonly Partial[]
  readonly attackSec: number
  readonly releaseSec: number
}

function addPartial(out: Float32Array, hertz: number, partial: Partial, brightness: number) {
  if (hertz * partial.ratio > SAMPLE_RATE * 0.45) return
  const step = (hertz * partial.ratio) / SAMPLE_RATE
  const shakeStep = (hertz * partial.shakeRatio) / SAMPLE_RATE
  const fall = Math.exp(-1 / (partial.decaySec * SAMPLE_RATE))
  const shakeFall = Math.exp(-1 / (partial.shakeSec * SAMPLE_RATE))
  let level = partial.level
  let shake = (partial.shake * brightness) / (2 * Math.PI)
  for (let at = 0; at < out.length; at++) {
    const shaken = shake === 0 ? 0 : shake * sine(at * shakeStep)
    out[at] = (out[at] ?? 0) + level * sine(at * step + shaken)
    level *= fall
    shake *= shakeFall
  }
}

/**
 * Strikes one note; `brightness` (1 as written) is how hard. High notes ring shorter, as they do in
 * wood and steel.
 */
export function strikeBell(bell: Bell, midi: number, heldSec: number, brightness = 1): Stereo {
  const samples = new Float32Array(samplesIn(heldSec + bell.releaseSec))
  const shortening = 2 ** ((60 - midi) / 24)
  for (const partial of bell.partials) {
    addPartial(samples, hertzOf(midi), { ...partial, decaySec: partial.decaySec * shortening }, brightness)
  }
  shapeNote(samples, { attackSec: bell.attackSec, decaySec: 1, sustain: 1, releaseSec: bell.releaseSec }, heldSec)
  return mono(samples)
}
