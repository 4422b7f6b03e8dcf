import { SAMPLE_RATE } from './stereo.ts'

/** The shape of a note; `decaySec` is the time to fall to a third of the way to `sustain`. */
export type Envelope = {
  readonly attackSec: number
  readonly decaySec: number
  readonly sustain: number
  readonly releaseSec: number
}

/** Shapes a note held for `heldSec`; its samples run on through the release and end in silence. */
export function shapeNote(samples: Float32Array, envelope: Envelope, heldSec: number): void {
  const attack = Math.max(16, Math.round(envelope.attackSec * SAMPLE_RATE))
  const held = Math.max(attack, Math.round(heldSec * SAMPLE_RATE))
  const fall = Math.exp(-1 / (envelope.decaySec * SAMPLE_RATE))
  let above = 1 - envelope.sustain
  let level = 0
  for (let at = 0; at < samples.length && at < held; at++) {
    if (at < attack) {
      const rise = at / attack
      level = rise * rise * (3 - 2 * rise)
    } else {
      level = envelope.sustain + above
      above *= fall
    }
    samples[at] = (samples[at] ?? 0) * level
  }
  const release = samples.length - held
  for (let at = 0; at < release; at++) {
    const left = 1 - at / release
    samples[held + at] = (samples[held + at] ?? 0) * level * left * left * left
  }
}

/** Lets a struck sound die away, to a third every `decaySec`, and ends it without a click. */
export function decay(samples: Float32Array, decaySec: number): void {
  const fall = Math.exp(-1 / (decaySec * SAMPLE_RATE))
  const last = Math.min(samples.length, 200)
  let level = 1
  for (let at = 0; at < samples.length; at++) {
    samples[at] = (samples[at] ?? 0) * level * Math.min(1, (samples.length - at) / last)
    level *= fall
  }
}
