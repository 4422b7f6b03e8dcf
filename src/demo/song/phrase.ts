import { pick, type Random } from '../random.ts'
import type { Chord } from '../synth/chord.ts'
import { nearestIn, walkScale } from '../synth/pitch.ts'
import { chordAt } from './form.ts'
import { readPattern } from './pattern.ts'

/** A note of a melody: its bar, from where in the part (bars), how long (bars), how hard. */
export type Note = {
  readonly bar: number
  readonly at: number
  readonly length: number
  readonly midi: number
  readonly force: number
}

/** A melody's parts: rhythms to choose from, that of a close, and the range of its voice. */
export type Singer = {
  readonly rhythms: readonly [string, ...string[]]
  readonly closes: readonly [string, ...string[]]
  readonly low: number
  readonly high: number
}

type Bars = readonly { readonly chords: readonly Chord[]; readonly next: Chord }[]

/** The scale as a chord bends it: its tones replace the neighbours that they clash with. */
function bentScale(scale: readonly number[], chord: Chord): number[] {
  const foreign = chord.tones.filter((tone) => !scale.includes(tone))
  const clashes = (note: number) =>
    !chord.tones.includes(note) &&
    foreign.some((tone) => (note - tone + 12) % 12 === 1 || (tone - note + 12) % 12 === 1)
  return [...scale.filter((note) => !clashes(note)), ...foreign]
}

const clamp = (midi: number, { low, high }: Singer) => (midi > high ? midi - 12 : midi < low ? midi + 12 : midi)

/** Rhythms for an opening and an answer, and the steps that both take. */
type Motif = { readonly opening: string; readonly answer: string; readonly contour: readonly number[] }

const PHRASE_BARS = 4

function inventMotif(random: Random, singer: Singer): Motif {
  const step = (at: number) => (random() < (at % 5 < 3 ? 0.6 : 0.35) ? 1 : -1) * (random() < 0.7 ? 1 : 2)
  const contour = Array.from({ length: 11 }, (_, at) => step(at))
  return { opening: pick(random, singer.rhythms), answer: pick(random, singer.rhythms), contour }
}

/** Where a phrase would like to be: it climbs from below the middle of the voice and comes home. */
function archOf(singer: Singer, phrase: number, place: number): number {
  const height = [0.45, 0.3, 0.65, 0.4][phrase % 4] ?? 0.45
  return singer.low + (singer.high - singer.low) * (0.25 + height * Math.sin(Math.PI * Math.min(1, place * 1.1)))
}

/**
 * A line one can sing, in phrases of four bars: opening, answer, opening, close. Strong beats take
 * tones of the chord and the steps between them walk the scale. The motif comes back in every
 * phrase, turned upside down in the answer of each second one, and gives way to another motif in
 * each third of four.
 */
export function composeLine(random: Random, bars: Bars, scale: readonly number[], singer: Singer): Note[] {
  const motifs = [inventMotif(random, singer), inventMotif(random, singer)] as const
  const notes: Note[] = []
  let midi = Math.round(archOf(singer, 0, 0))
  bars.forEach((bar, index) => {
    const phrase = Math.floor(index / PHRASE_BARS)
    const place = index % PHRASE_BARS
    const motif = motifs[phrase % 4 === 2 ? 1 : 0]
    const closing = place === PHRASE_BARS - 1
    const rhythm = closing ? pick(random, singer.closes) : place === 1 ? motif.answer : motif.opening
    const turned = place === 1 && phrase % 2 === 1 ? -1 : 1
    readPattern(rhythm).forEach((step, number, steps) => {
      const chord = chordAt(bar, step.at)
      const wish = archOf(singer, phrase, (place + step.at) / PHRASE_BARS) - midi
      const written = (motif.contour[(number + (place % 2) * 5) % motif.contour.length] ?? 1) * turned
      const move = Math.abs(wish) > 5 ? Math.sign(wish) * Math.max(1, Math.abs(written)) : written
      const last = closing && number === steps.length - 1
      midi = singNext(midi, move, last, step.at === 0 || step.at === 0.5, chord, bentScale(scale, chord), singer)
      notes.push({ bar: index, at: step.at, length: step.length, force: step.force, midi })
    })
  })
  return notes
}

function singNext(
  from: number,
  move: number,
  last: boolean,
  strong: boolean,
  chord: Chord,
  scale: readonly number[],
  singer: Singer,
): number {
  const walked = walkScale(from, move, scale)
  const turned = walked > singer.high || walked < singer.low ? walkScale(from, -move, scale) : walked
  if (last) return clamp(nearestIn(turned, chord.tones.slice(0, 3)), singer)
  if (!strong) return clamp(turned, singer)
  const tone = nearestIn(turned, chord.tones.slice(0, 4))
  return clamp(tone === from ? nearestIn(from + 2 * Math.sign(move), chord.tones) : tone, singer)
}
