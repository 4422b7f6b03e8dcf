import { nearestIn, pitchClassOf } from './pitch.ts'

const QUALITIES: Readonly<Record<string, readonly number[]>> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  5: [0, 7],
  6: [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  7: [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  dim: [0, 3, 6, 9],
  m7b5: [0, 3, 6, 10],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  '7sus4': [0, 5, 7, 10],
  add9: [0, 4, 7, 14],
  madd9: [0, 3, 7, 14],
  '69': [0, 4, 7, 9, 14],
  9: [0, 4, 7, 10, 14],
  m9: [0, 3, 7, 10, 14],
  maj9: [0, 4, 7, 11, 14],
  '9sus4': [0, 5, 7, 10, 14],
  m11: [0, 3, 7, 10, 14, 17],
  13: [0, 4, 10, 14, 21],
  '7b13': [0, 4, 10, 20],
  '7b9': [0, 4, 7, 10, 13],
  'maj7#11': [0, 4, 7, 11, 18],
}

/** A chord: all its tones as pitch classes, root first, and the bass note if another. */
export type Chord = { readonly name: string; readonly bass: number; readonly tones: readonly number[] }

/** Reads a chord name such as `Dm9`, `F#maj7` or `C/E`. */
export function readChord(name: string): Chord {
  const [upper = '', slash] = name.split('/')
  const letter = /^[A-G][#b]?/.exec(upper)?.[0] ?? ''
  const steps = QUALITIES[upper.slice(letter.length)]
  if (steps === undefined || letter === '') throw new RangeError(`no chord is called ${name}`)
  const root = pitchClassOf(letter)
  return {
    name,
    bass: slash === undefined ? root : pitchClassOf(slash),
    tones: steps.map((step) => (root + step) % 12),
  }
}

/** Reads a progression, `Dm9 | G13 | Cmaj9 | Em7 A7`: one list of chords for each bar. */
export const readProgression = (text: string): Chord[][] =>
  text.split('|').map((bar) => bar.trim().split(/\s+/).map(readChord))

/** Stacks tones upward from the one nearest to `low`, starting with the tone `first`. */
function stack(tones: readonly number[], first: number, low: number): number[] {
  const turned = [...tones.slice(first), ...tones.slice(0, first)]
  let floor = nearestIn(low, turned.slice(0, 1))
  return turned.map((tone) => {
    while (floor % 12 !== tone) floor++
    return floor++
  })
}

/** The voicing of a chord that moves least from the one before it and stays around `middle`. */
export function voiceChord(chord: Chord, middle: number, before: readonly number[], size = 4): number[] {
  const tones = chord.tones.length > size ? chord.tones.slice(1, size + 1) : chord.tones
  const sorted = [...new Set(tones)].sort((one, other) => one - other)
  const candidates = sorted.flatMap((_, first) => [-12, -6, 0].map((offset) => stack(sorted, first, middle + offset)))
  const cost = (voicing: readonly number[]) => {
    const center = voicing.reduce((sum, midi) => sum + midi, 0) / voicing.length
    const moved = voicing.reduce((sum, midi) => sum + Math.min(...before.map((old) => Math.abs(old - midi)), 12), 0)
    return (before.length > 0 ? moved : 0) + Math.abs(center - middle) * 1.2
  }
  return candidates.reduce((best, voicing) => (cost(voicing) < cost(best) ? voicing : best))
}
