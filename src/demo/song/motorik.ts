import { pick } from '../random.ts'
import { voiceChord } from '../synth/chord.ts'
import { widen } from '../synth/chorus.ts'
import { cymbal, kick, snare, tom } from '../synth/drum.ts'
import { filterBus } from '../synth/filter.ts'
import { nearestIn } from '../synth/pitch.ts'
import type { Stereo } from '../synth/stereo.ts'
import { pluck } from '../synth/string.ts'
import { throughTape } from '../synth/tape.ts'
import { playTone } from '../synth/tone.ts'
import { chordAt, type Form } from './form.ts'
import { STRINGS, TONES } from './instruments.ts'
import { readPattern } from './pattern.ts'
import type { Singer } from './phrase.ts'
import { createDrum, createPlayer } from './player.ts'
import { type Channel, mixDown, openStudio, type Studio, singParts } from './studio.ts'

export type MotorikLayer = 'drums' | 'bass' | 'guitar' | 'muted' | 'organ' | 'lead'

/** A motorik piece: a beat that does not stop, a bass in eighths, two guitars and an organ. */
export type MotorikSong = Form<MotorikLayer> & {
  readonly genre: 'motorik'
  readonly kick: string
  readonly snare: string
  readonly hat: string
  /** One sign a step: `0` the root, `5` the fifth, `8` the octave, `7` the seventh below it. */
  readonly bassline: readonly [string, ...string[]]
  /** One sign a step: a rung of the chord's ladder. */
  readonly picking: readonly [string, ...string[]]
  readonly organOpensHz: readonly [number, number]
  readonly singer: Singer
}

type RoadStudio = Studio<MotorikLayer>

const BASS_STEPS: Readonly<Record<string, number>> = { 0: 0, 5: 7, 8: 12, 7: 10 }

function playDrums(bus: Stereo, studio: RoadStudio, song: MotorikSong): void {
  const dice = studio.dice('drums')
  const low = { fromHz: 140, toHz: 54, fallSec: 0.022, ringSec: 0.09, click: 0.8, drive: 1.4 }
  const hitKick = createDrum(bus, dice, () => kick(dice, low))
  const hitSnare = createDrum(bus, dice, () => snare(dice, { hertz: 196, ringSec: 0.062, wires: 0.6, wiresHz: 3000 }))
  const hitHat = createDrum(bus, dice, () => cymbal(dice, 0.035, 6400, 0.6), 6)
  const hitCrash = createDrum(bus, dice, () => cymbal(dice, 0.5, 3600, 0.9), 2)
  const hitTom = createDrum(bus, dice, () => tom(dice, 118, 0.12, 0.4))
  for (const bar of studio.barsOf('drums')) {
    const last = bar.inSection === bar.ofSection - 1
    const at = (place: number) => bar.at(place * song.beats) + (dice() - 0.5) * 0.005
    if (bar.inSection === 0 && bar.index > 0) hitCrash(at(0), 0.26, -0.3)
    for (const step of readPattern(song.kick)) hitKick(at(step.at), 0.85 * step.force)
    for (const step of readPattern(song.snare)) hitSnare(at(step.at), 0.62 * step.force)
    for (const step of readPattern(song.hat)) hitHat(at(step.at), 0.24 * step.force * (0.85 + dice() * 0.2), 0.25)
    if (last) for (const place of [0.75, 0.8125, 0.875]) hitTom(at(place), 0.5 + dice() * 0.15, -0.35)
    if (!last && dice() < 0.3) hitSnare(at(0.9375), 0.14)
  }
}

function playBass(bus: Stereo, studio: RoadStudio, song: MotorikSong): void {
  const dice = studio.dice('bass')
  const play = createPlayer(bus, dice, (midi, held) => pluck(STRINGS.bassGuitar, midi, held + 0.05, dice))
  for (const bar of studio.barsOf('bass')) {
    const signs = [...(song.bassline[bar.inSection % song.bassline.length] ?? song.bassline[0])]
    signs.forEach((sign, index) => {
      const step = BASS_STEPS[sign]
      if (step === undefined) return
      const at = index / signs.length
      const midi = nearestIn(34, [chordAt(bar, at).bass]) + step
      const heldSec = (bar.lengthSec / signs.length) * 0.86
      play({ atSec: bar.at(at * song.beats) + dice() * 0.004, heldSec, midi, gain: index % 2 ? 0.75 : 0.95 })
    })
  }
  filterBus(bus, 'low', 1500)
}

function playGuitar(bus: Stereo, studio: RoadStudio, song: MotorikSong): void {
  const dice = studio.dice('guitar')
  const play = createPlayer(bus, dice, (midi, held) => pluck(STRINGS.steel, midi, held, dice))
  for (const bar of studio.barsOf('guitar')) {
    const signs = [...(song.picking[Math.floor(bar.inSection / 2) % song.picking.length] ?? song.picking[0])]
    signs.forEach((sign, index) => {
      if (sign === '.') return
      const at = index / signs.length
      const ladder = voiceChord(chordAt(bar, at), 60, [])
      const rung = Number(sign)
      const midi = (ladder[rung % ladder.length] ?? 60) + 12 * Math.floor(rung / ladder.length)
      const gain = (index % 4 === 0 ? 0.8 : 0.6) * (0.9 + dice() * 0.15)
      play({ atSec: bar.at(at * song.beats) + dice() * 0.005, heldSec: 0.9, midi, gain, pan: -0.4 })
    })
  }
  widen(bus, { hertz: 0.6, depthMs: 3, amount: 0.6 })
}

function playMuted(bus: Stereo, studio: RoadStudio, song: MotorikSong): void {
  const dice = studio.dice('muted')
  const play = createPlayer(bus, dice, (midi, held) => pluck(STRINGS.muted, midi, held, dice))
  for (const bar of studio.barsOf('muted')) {
    const ladder = voiceChord(chordAt(bar, 0), 64, [], 3)
    for (let step = 0; step < 16; step++) {
      const accent = [1, 0.4, 0.55, 0.8, 0.4, 0.6, 1, 0.45][step % 8] ?? 0.5
      const midi = ladder[(step * 2 + Math.floor(step / 8)) % ladder.length] ?? 64
      play({
        atSec: bar.at((step * song.beats) / 16) + dice() * 0.004,
        heldSec: 0.3,
        midi,
        gain: accent * 0.7,
        pan: 0.45,
      })
    }
  }
}

function playOrgan(bus: Stereo, studio: RoadStudio, song: MotorikSong): void {
  const dice = studio.dice('organ')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.organ, midi, held, dice))
  let voicing: number[] = []
  for (const bar of studio.barsOf('organ')) {
    voicing = voiceChord(chordAt(bar, 0), 62, voicing, 3)
    for (const midi of voicing) play({ atSec: bar.startSec, heldSec: bar.lengthSec * 1.01, midi, gain: 0.5 })
  }
  const [closed, open] = song.organOpensHz
  filterBus(bus, 'low', (sec) => closed * (open / closed) ** (sec / studio.seconds), 1)
  widen(bus, { hertz: 0.9, depthMs: 2, amount: 0.5 })
}

function playLead(bus: Stereo, studio: RoadStudio, song: MotorikSong): void {
  const dice = studio.dice('lead')
  const play = createPlayer(bus, dice, (midi, held, bright) => playTone(TONES.brass, midi, held, dice, bright))
  for (const { note, bar } of singParts(studio, song, 'lead')) {
    const heldSec = note.length * bar.lengthSec * 0.9
    const brightness = pick(dice, [0.9, 1.1, 1.3])
    play({ atSec: bar.at(note.at * song.beats), heldSec, midi: note.midi, gain: note.force, pan: 0.1, brightness })
  }
}

export function renderMotorik(song: MotorikSong): Stereo {
  const studio = openStudio(song)
  const channels: Channel[] = [
    { play: (bus) => playDrums(bus, studio, song), lufs: -17, room: 0.16 },
    { play: (bus) => playBass(bus, studio, song), lufs: -18.5, room: 0.04 },
    { play: (bus) => playGuitar(bus, studio, song), lufs: -21, room: 0.3, echo: 0.45 },
    { play: (bus) => playMuted(bus, studio, song), lufs: -25, room: 0.2, echo: 0.3 },
    { play: (bus) => playOrgan(bus, studio, song), lufs: -24, room: 0.4 },
    { play: (bus) => playLead(bus, studio, song), lufs: -20, room: 0.35, echo: 0.5 },
  ]
  const mixed = mixDown(studio.seconds, channels, {
    room: { size: 0.85, decaySec: 1.4, damping: 0.35, lateSec: 0.012, lufs: -27 },
    echo: { timeSec: (60 / song.bpm) * 0.75, feedback: 0.45, toneHz: 2400, thinHz: 300, lufs: -28 },
  })
  throughTape(mixed, { wowCents: 2.5, flutterCents: 0.8, drive: 1, trebleHz: 11000 })
  return mixed
}
