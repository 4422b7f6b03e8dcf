import { pick, type Random } from '../random.ts'
import { strikeBell } from '../synth/bell.ts'
import { voiceChord } from '../synth/chord.ts'
import { autoPan, widen } from '../synth/chorus.ts'
import { cymbal, kick, snare } from '../synth/drum.ts'
import { filterBus } from '../synth/filter.ts'
import { click } from '../synth/noise.ts'
import { nearestIn } from '../synth/pitch.ts'
import { pump } from '../synth/pump.ts'
import type { Stereo } from '../synth/stereo.ts'
import { pluck } from '../synth/string.ts'
import { throughTape } from '../synth/tape.ts'
import { playTone } from '../synth/tone.ts'
import { chordAt, type Form } from './form.ts'
import { BELLS, STRINGS, TONES } from './instruments.ts'
import { readPattern } from './pattern.ts'
import type { Singer } from './phrase.ts'
import { createDrum, createPlayer, type Instrument } from './player.ts'
import { type Channel, mixDown, openStudio, type Studio, singParts } from './studio.ts'

export type LofiLayer = 'keys' | 'bass' | 'drums' | 'lead' | 'strings' | 'crackle'

/** A lo-fi piece: how the keys comp, how the drums go, and who sings. */
export type LofiSong = Form<LofiLayer> & {
  readonly genre: 'lofi'
  readonly comping: readonly [string, ...string[]]
  readonly bassline: readonly [string, ...string[]]
  readonly kick: readonly [string, ...string[]]
  readonly snare: string
  readonly hat: string
  readonly lead: 'vibraphone' | 'whistle' | 'nylon'
  readonly singer: Singer
}

type LofiStudio = Studio<LofiLayer>

const loosely = (dice: Random, sec: number) => sec + (dice() - 0.35) * 0.012

function playKeys(bus: Stereo, studio: LofiStudio, song: LofiSong): void {
  const dice = studio.dice('keys')
  const play = createPlayer(bus, dice, (midi, held, bright) => strikeBell(BELLS.electricPiano, midi, held, bright))
  let voicing: number[] = []
  for (const bar of studio.barsOf('keys')) {
    for (const step of readPattern(pick(dice, song.comping))) {
      voicing = voiceChord(chordAt(bar, step.at), 61, voicing)
      const atSec = bar.at(step.at * song.beats)
      const heldSec = step.length * bar.lengthSec * 0.92
      voicing.forEach((midi, finger) => {
        const force = step.force * (0.85 + dice() * 0.15)
        play({
          atSec: loosely(dice, atSec + finger * 0.013),
          heldSec,
          midi,
          gain: force,
          brightness: 0.4 + force * 0.7,
        })
      })
    }
  }
  autoPan(bus, 4.4, 0.16)
  widen(bus, { hertz: 0.7, depthMs: 2.4, amount: 0.35 })
  pump(bus, kicksOf(studio, song), 0.28, 0.26)
}

function playBass(bus: Stereo, studio: LofiStudio, song: LofiSong): void {
  const dice = studio.dice('bass')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.roundBass, midi, held, dice))
  for (const bar of studio.barsOf('bass')) {
    readPattern(pick(dice, song.bassline)).forEach((step, number, steps) => {
      const chord = chordAt(bar, step.at)
      const root = nearestIn(36, [chord.bass])
      const target = nearestIn(root, [bar.next.bass])
      const leading = number === steps.length - 1 && step.at >= 0.75 && number > 0
      const fifth = number % 2 === 1 && dice() < 0.4
      const midi = leading
        ? target + (dice() < 0.5 ? 1 : -1)
        : fifth
          ? nearestIn(root + 7, chord.tones.slice(2, 3))
          : root
      const atSec = loosely(dice, bar.at(step.at * song.beats) + 0.008)
      play({ atSec, heldSec: step.length * bar.lengthSec * 0.9, midi, gain: 0.6 + step.force * 0.4 })
    })
  }
  pump(bus, kicksOf(studio, song), 0.35, 0.16)
}

/** When the kick falls; the last beat of a section is left to the snare. */
function kicksOf(studio: LofiStudio, song: LofiSong): number[] {
  const dice = studio.dice('kick')
  return studio.barsOf('drums').flatMap((bar) =>
    readPattern(pick(dice, song.kick))
      .filter((step) => step.at < 0.75 || bar.inSection < bar.ofSection - 1)
      .map((step) => bar.at(step.at * song.beats)),
  )
}

function playDrums(bus: Stereo, studio: LofiStudio, song: LofiSong): void {
  const dice = studio.dice('drums')
  const low = { fromHz: 118, toHz: 47, fallSec: 0.035, ringSec: 0.13, click: 0.35, drive: 1.6 }
  const hitKick = createDrum(bus, dice, () => kick(dice, low))
  const hitSnare = createDrum(bus, dice, () => snare(dice, { hertz: 178, ringSec: 0.08, wires: 0.75, wiresHz: 3200 }))
  const hitHat = createDrum(bus, dice, () => cymbal(dice, 0.034, 5200, 0.6))
  const hitOpen = createDrum(bus, dice, () => cymbal(dice, 0.13, 5000, 0.5))
  for (const sec of kicksOf(studio, song)) hitKick(sec, 0.85 + dice() * 0.1)
  for (const bar of studio.barsOf('drums')) {
    const last = bar.inSection === bar.ofSection - 1
    for (const step of readPattern(song.snare)) hitSnare(bar.at(step.at * song.beats) + 0.014, 0.62 * step.force)
    if (last) for (const beat of [3.5, 3.75]) hitSnare(bar.at((beat * song.beats) / 4), 0.16 + dice() * 0.1, 0.1)
    for (const step of readPattern(song.hat)) {
      const open = last && step.at > 0.85
      const hit = open ? hitOpen : hitHat
      hit(loosely(dice, bar.at(step.at * song.beats)), step.force * (0.42 + dice() * 0.16), 0.22)
    }
  }
}

const LEADS: Readonly<Record<LofiSong['lead'], (dice: Random) => Instrument>> = {
  vibraphone: () => (midi, held, bright) => strikeBell(BELLS.vibraphone, midi, held, bright),
  whistle: (dice) => (midi, held) => playTone(TONES.whistle, midi, held, dice),
  nylon: (dice) => (midi, held) => pluck(STRINGS.nylon, midi, held + 0.5, dice),
}

function playLead(bus: Stereo, studio: LofiStudio, song: LofiSong): void {
  const dice = studio.dice('lead')
  const play = createPlayer(bus, dice, LEADS[song.lead](dice))
  for (const { note, bar } of singParts(studio, song, 'lead')) {
    const atSec = loosely(dice, bar.at(note.at * song.beats) + 0.01)
    play({ atSec, heldSec: note.length * bar.lengthSec * 0.88, midi: note.midi, gain: note.force, pan: -0.18 })
  }
}

function playStrings(bus: Stereo, studio: LofiStudio): void {
  const dice = studio.dice('strings')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.strings, midi, held, dice))
  let voicing: number[] = []
  for (const bar of studio.barsOf('strings')) {
    bar.chords.forEach((chord, number) => {
      voicing = voiceChord(chord, 66, voicing, 3)
      const share = bar.lengthSec / bar.chords.length
      for (const midi of voicing) play({ atSec: bar.startSec + number * share, heldSec: share * 0.98, midi, gain: 0.5 })
    })
  }
  filterBus(bus, 'low', 1400)
}

function addCrackle(bus: Stereo, dice: Random, seconds: number) {
  const hit = createDrum(bus, dice, () => click(dice), 12)
  for (let clicks = seconds * 11; clicks > 0; clicks--) hit(dice() * seconds, 0.02 + 0.1 * dice() ** 6, dice() * 2 - 1)
}

/** Plays a lo-fi piece: an electric piano, a lazy beat and a worn tape. */
export function renderLofi(song: LofiSong): Stereo {
  const studio = openStudio(song)
  const channels: Channel[] = [
    { play: (bus) => playKeys(bus, studio, song), lufs: -18, room: 0.5, echo: 0.1 },
    { play: (bus) => playBass(bus, studio, song), lufs: -21 },
    { play: (bus) => playDrums(bus, studio, song), lufs: -18.5, room: 0.14 },
    { play: (bus) => playLead(bus, studio, song), lufs: -20.5, room: 0.6, echo: 0.5 },
    { play: (bus) => playStrings(bus, studio), lufs: -27, room: 0.6 },
  ]
  const mixed = mixDown(studio.seconds, channels, {
    room: { size: 0.8, decaySec: 1.5, damping: 0.45, lateSec: 0.018, lufs: -29 },
    echo: { timeSec: (60 / song.bpm) * 0.75, feedback: 0.36, toneHz: 2100, thinHz: 260, lufs: -31 },
  })
  throughTape(mixed, { wowCents: 9, flutterCents: 2, drive: 0.9, trebleHz: 9600 })
  addCrackle(mixed, studio.dice('crackle'), studio.seconds)
  return mixed
}
