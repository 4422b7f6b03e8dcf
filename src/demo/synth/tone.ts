import type { Random } from '../random.ts'
import { type Envelope, shapeNote } from './envelope.ts'
import { type Curve, filter } from './filter.ts'
import { addWave, type Vibrato, type Wave } from './oscillator.ts'
import { hertzOf } from './pitch.ts'
import { mono, type Stereo, samplesIn } from './stereo.ts'

/** A subtractive voice: detuned oscillators, through a filter that opens at each note. */
export type Tone = Envelope & {
  readonly wave: Wave
  /** Oscillators on each side; with 0 the voice is one oscillator in the middle. */
  readonly unison: number
  readonly detuneCents: number
  /** The gain of a sine one octave below. */
  readonly sub: number
  /** Where the filter rests; null for a voice without one. */
  readonly cutoffHz: number | null
  /** Octaves by which the filter opens at the start, and how long it takes to close. */
  readonly sweepOctaves: number
  readonly sweepSec: number
  readonly resonance: number
  readonly vibrato?: Vibrato
}

const sweepOf = ({ sweepOctaves, sweepSec }: Tone, restHz: number): Curve =>
  sweepOctaves === 0 ? restHz : (sec) => restHz * 2 ** (sweepOctaves * Math.exp(-sec / sweepSec))

/** Plays one note; `brightness` (1 as written) scales the filter's cutoff. */
export function playTone(tone: Tone, midi: number, heldSec: number, random: Random, brightness = 1): Stereo {
  const length = samplesIn(heldSec + tone.releaseSec)
  const hertz = hertzOf(midi)
  const side = (direction: number) => {
    const samples = new Float32Array(length)
    const count = Math.max(1, tone.unison)
    for (let voice = 0; voice < count; voice++) {
      const spread = tone.unison === 0 ? 0 : direction * ((voice + 0.5) / count) * (voice % 2 ? -1 : 1)
      const detuned = hertz * 2 ** ((spread * tone.detuneCents) / 1200)
      addWave(samples, tone.wave, detuned, 1 / Math.sqrt(count), random(), tone.vibrato)
    }
    if (tone.sub > 0) addWave(samples, 'sine', hertz / 2, tone.sub, 0)
    if (tone.cutoffHz !== null) filter(samples, 'low', sweepOf(tone, tone.cutoffHz * brightness), tone.resonance)
    shapeNote(samples, tone, heldSec)
    return samples
  }
  return tone.unison === 0 ? mono(side(0)) : { left: side(1), right: side(-1) }
}
