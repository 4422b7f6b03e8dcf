import { pick, type Random } from '../random.ts'
import { strikeBell } from '../synth/bell.ts'
import { voiceChord } from '../synth/chord.ts'
import { decay } from '../synth/envelope.ts'
import { filter } from '../synth/filter.ts'
import { noise } from '../synth/noise.ts'
import { nearestIn, walkScale } from '../synth/pitch.ts'
import { mono, type Stereo } from '../synth/stereo.ts'
import { pluck } from '../synth/string.ts'
import { throughTape } from '../synth/tape.ts'
import { playTone } from '../synth/tone.ts'
import { chordAt, type Form } from './form.ts'
import { BELLS, STRINGS, TONES } from './instruments.ts'
import { readPattern } from './pattern.ts'
import type { Note, Singer } from './phrase.ts'
import { createDrum, createPlayer } from './player.ts'
import { type Channel, mixDown, openStudio, type Studio, singParts } from './studio.ts'

export type WaltzLayer = 'box' | 'thirds' | 'harp' | 'toy' | 'glass' | 'spring'

/** A music-box piece: the harp's bar, the toy piano's answer, and the comb's range. */
export type WaltzSong = Form<WaltzLayer> & {
  readonly genre: 'waltz'
  /** One sign a step: `b` the bass, a digit a tone of the chord. */
  readonly accompaniment: readonly [string, ...string[]]
  readonly answer: string
  readonly singer: Singer
}

type Nursery = Studio<WaltzLayer>

/** The comb of the box, and now and then its second voice a third below. */
function playBox(bus: Stereo, studio: Nursery, song: WaltzSong): void {
  const dice = studio.dice('box')
  const play = createPlayer(bus, dice, (midi, held, bright) => strikeBell(BELLS.musicBox, midi, held, bright))
  const strike = (note: Note, midi: number, atSec: number, gain: number) =>
    play({ atSec: atSec + (dice() - 0.5) * 0.012, heldSec: 0.5, midi, gain: gain * note.force, pan: (midi - 79) / 30 })
  for (const { note, bar } of singParts(studio, song, 'box')) {
    const atSec = bar.at(note.at * song.beats)
    strike(note, note.midi, atSec, 0.8)
    const strong = note.length * song.beats >= 1
    if (bar.plays('thirds') && strong) strike(note, walkScale(note.midi, -2, studio.scale), atSec + 0.02, 0.5)
    if (note.length > 0.5) strike(note, note.midi + 12, atSec + bar.beatSec, 0.22)
  }
}

function playHarp(bus: Stereo, studio: Nursery, song: WaltzSong): void {
  const dice = studio.dice('harp')
  const play = createPlayer(bus, dice, (midi, held) => pluck(STRINGS.harp, midi, held, dice))
  let voicing: number[] = []
  for (const bar of studio.barsOf('harp')) {
    const signs = [...pick(dice, song.accompaniment)]
    const step = song.beats / signs.length
    signs.forEach((sign, index) => {
      if (sign === '.') return
      const chord = chordAt(bar, index / signs.length)
      voicing = voiceChord(chord, 58, voicing, 3)
      const low = sign === 'b'
      const midi = low ? nearestIn(42, [chord.bass]) : (voicing[Number(sign) % voicing.length] ?? 58)
      const atSec = bar.at(index * step) + (dice() - 0.4) * 0.014
      play({ atSec, heldSec: low ? 2.4 : 1.5, midi, gain: low ? 0.75 : 0.4 + dice() * 0.08, pan: low ? -0.15 : 0.25 })
    })
  }
}

function playToy(bus: Stereo, studio: Nursery, song: WaltzSong): void {
  const dice = studio.dice('toy')
  const play = createPlayer(bus, dice, (midi, held, bright) => strikeBell(BELLS.toyPiano, midi, held, bright))
  for (const bar of studio.barsOf('toy')) {
    readPattern(song.answer).forEach((step, index) => {
      const tones = voiceChord(chordAt(bar, step.at), 72, [], 3)
      const midi = tones[(index + bar.index) % tones.length] ?? 72
      const atSec = bar.at(step.at * song.beats) + (dice() - 0.4) * 0.016
      play({ atSec, heldSec: 0.3, midi, gain: step.force * 0.6, pan: 0.45 })
    })
  }
}

function playGlass(bus: Stereo, studio: Nursery): void {
  const dice = studio.dice('glass')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.glassOrgan, midi, held, dice))
  let voicing: number[] = []
  for (const bar of studio.barsOf('glass')) {
    voicing = voiceChord(chordAt(bar, 0), 65, voicing, 3)
    for (const midi of voicing) play({ atSec: bar.startSec, heldSec: bar.lengthSec, midi, gain: 0.5 })
  }
}

/** The spring being wound: clicks of a ratchet, two turns of the hand in each bar. */
function windSpring(bus: Stereo, studio: Nursery): void {
  const dice = studio.dice('spring')
  const tooth = (random: Random) => {
    const samples = noise(random, 0.05)
    filter(samples, 'band', 2600, 2)
    decay(samples, 0.008)
    return mono(samples)
  }
  const click = createDrum(bus, dice, () => tooth(dice), 6)
  for (const bar of studio.barsOf('spring')) {
    for (const half of [0, 0.5]) {
      for (let turn = 0; turn < 9; turn++) {
        click(bar.startSec + (half + 0.36 * (turn / 9) ** 1.25) * bar.lengthSec, 0.5 + dice() * 0.3, 0.3)
      }
    }
  }
}

/** Plays a music-box piece: a steel comb, a small harp, a toy piano, a spring that runs down. */
export function renderWaltz(song: WaltzSong): Stereo {
  const studio = openStudio(song)
  const channels: Channel[] = [
    { play: (bus) => playBox(bus, studio, song), lufs: -17, room: 0.5, echo: 0.3 },
    { play: (bus) => playHarp(bus, studio, song), lufs: -18, room: 0.35 },
    { play: (bus) => playToy(bus, studio, song), lufs: -23, room: 0.4, echo: 0.3 },
    { play: (bus) => playGlass(bus, studio), lufs: -25, room: 0.5 },
    { play: (bus) => windSpring(bus, studio), lufs: -28, room: 0.3 },
  ]
  const mixed = mixDown(studio.seconds, channels, {
    room: { size: 0.9, decaySec: 2.1, damping: 0.35, lateSec: 0.022, lufs: -26 },
    echo: { timeSec: (60 / song.bpm) * 1.5, feedback: 0.25, toneHz: 2600, thinHz: 300, lufs: -32 },
  })
  throughTape(mixed, { wowCents: 5, flutterCents: 1.5, drive: 0.5, trebleHz: 10500 })
  return mixed
}
