import { type Chord, readProgression } from '../synth/chord.ts'
import { type ScaleName, scaleOn } from '../synth/pitch.ts'

/** A stretch of a song: so many bars of a part's chords, and the layers that play. */
export type Section<Layer extends string> = {
  readonly part: string
  readonly bars: number
  readonly play: readonly Layer[]
}

export type Form<Layer extends string> = {
  readonly seed: number
  readonly bpm: number
  readonly beats: number
  readonly tonic: string
  readonly scale: ScaleName
  /** The chords of each part, a bar between strokes: `Dm9 | G13 | Em7 A7`. */
  readonly parts: Readonly<Record<string, string>>
  readonly form: readonly Section<Layer>[]
  /** Where the second of two sixteenths falls: 0.5 is straight, 0.6 swings. */
  readonly swing?: number
  /** How much slower the last bars get: 0.5 is half again as slow at the end. */
  readonly slowing?: number
  /** Time for the last sound to die away. */
  readonly tailSec: number
}

/** One bar in time. `at(beat)` is a moment of it in seconds since the start of the song. */
export type Bar<Layer extends string> = {
  readonly index: number
  readonly startSec: number
  readonly lengthSec: number
  readonly beatSec: number
  readonly section: number
  readonly part: string
  /** The place within the section, and how many bars that has. */
  readonly inSection: number
  readonly ofSection: number
  readonly chords: readonly Chord[]
  readonly next: Chord
  readonly plays: (layer: Layer) => boolean
  /** True in the first bar of a section in which the layer has not played just before. */
  readonly enters: (layer: Layer) => boolean
  readonly at: (beat: number) => number
}

export type Layout<Layer extends string> = {
  readonly bars: readonly Bar<Layer>[]
  readonly seconds: number
  readonly scale: readonly number[]
}

const SLOWING_BARS = 4

/** The chord that sounds at a place of the bar (0…1). */
export function chordAt(bar: { readonly chords: readonly Chord[]; readonly next: Chord }, place: number): Chord {
  return bar.chords[Math.min(bar.chords.length - 1, Math.floor(place * bar.chords.length))] ?? bar.next
}

function swung(beat: number, swing: number): number {
  const eighth = Math.floor(beat * 2) / 2
  const place = (beat - eighth) * 2
  return eighth + (place < 0.5 ? place * 2 * swing : swing + (place - 0.5) * 2 * (1 - swing)) / 2
}

function partsOf(parts: Readonly<Record<string, string>>): Map<string, Chord[][]> {
  return new Map(Object.entries(parts).map(([name, text]) => [name, readProgression(text)]))
}

export function layOut<Layer extends string>(song: Form<Layer>): Layout<Layer> {
  const parts = partsOf(song.parts)
  const planned = song.form.flatMap((section, number) => {
    const progression = parts.get(section.part)
    if (progression === undefined) throw new RangeError(`no part is called ${section.part}`)
    const before = song.form[number - 1]
    return Array.from({ length: section.bars }, (_, inSection) => ({
      section: number,
      part: section.part,
      inSection,
      ofSection: section.bars,
      chords: progression[inSection % progression.length] ?? [],
      plays: (layer: Layer) => section.play.includes(layer),
      enters: (layer: Layer) => inSection === 0 && section.play.includes(layer) && !before?.play.includes(layer),
    }))
  })
  let startSec = 0
  const bars = planned.map((plan, index) => {
    const late = Math.max(0, index - (planned.length - SLOWING_BARS) + 1) / SLOWING_BARS
    const beatSec = (60 / song.bpm) * (1 + (song.slowing ?? 0) * late * late)
    const start = startSec
    startSec += beatSec * song.beats
    const following = planned[index + 1] ?? planned[0]
    const next = following?.chords[0] ?? plan.chords[0]
    if (next === undefined) throw new RangeError('a bar has no chord')
    const at = (beat: number) => start + swung(beat, song.swing ?? 0.5) * beatSec
    return { ...plan, index, startSec: start, beatSec, lengthSec: beatSec * song.beats, next, at }
  })
  return { bars, seconds: startSec + song.tailSec, scale: scaleOn(song.tonic, song.scale) }
}
