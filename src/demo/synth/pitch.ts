const LETTERS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
} as const

export type ScaleName = keyof typeof SCALES

export const hertzOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12)

/** The pitch class (C is 0) of a note name such as `F#` or `Bb`. */
export function pitchClassOf(name: string): number {
  const letter = LETTERS[name.charAt(0)]
  if (letter === undefined) throw new RangeError(`no note is called ${name}`)
  const bend = name.endsWith('#') ? 1 : name.length > 1 && name.endsWith('b') ? -1 : 0
  return (letter + bend + 12) % 12
}

export const scaleOn = (tonic: string, scale: ScaleName): number[] =>
  SCALES[scale].map((step) => (pitchClassOf(tonic) + step) % 12)

/** The note nearest to `midi` whose pitch class is among `classes`; of two as near, the lower. */
export function nearestIn(midi: number, classes: readonly number[]): number {
  for (let distance = 0; distance < 12; distance++) {
    if (classes.includes((((midi - distance) % 12) + 12) % 12)) return midi - distance
    if (classes.includes((midi + distance) % 12)) return midi + distance
  }
  return midi
}

/** Walks up (or down) from `midi` by so many notes of the scale. */
export function walkScale(midi: number, steps: number, classes: readonly number[]): number {
  let at = midi
  for (let left = Math.abs(steps); left > 0; left--) {
    do at += Math.sign(steps)
    while (!classes.includes(((at % 12) + 12) % 12))
  }
  return at
}
