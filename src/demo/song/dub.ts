import { pick, type Random } from '../random.ts'
import { voiceChord } from '../synth/chord.ts'
import { cymbal, kick, shaker, tom } from '../synth/drum.ts'
import { echo } from '../synth/echo.ts'
import { filter, filterBus } from '../synth/filter.ts'
import { click, noise } from '../synth/noise.ts'
import { nearestIn } from '../synth/pitch.ts'
import { pump } from '../synth/pump.ts'
import { mix, mono, type Stereo } from '../synth/stereo.ts'
import { throughTape } from '../synth/tape.ts'
import { playTone } from '../synth/tone.ts'
import { chordAt, type Form } from './form.ts'
import { TONES } from './instruments.ts'
import { readPattern } from './pattern.ts'
import { createDrum, createPlayer } from './player.ts'
import { type Channel, mixDown, openStudio, type Studio } from './studio.ts'

export type DubLayer = 'stab' | 'bass' | 'kick' | 'hat' | 'shaker' | 'rim' | 'drone'

/** A dub techno piece: its stabs and bass in steps of a bar, and how far their filter wanders. */
export type DubSong = Form<DubLayer> & {
  readonly genre: 'dub'
  readonly stab: readonly [string, ...string[]]
  readonly bassline: readonly [string, ...string[]]
  readonly hat: string
  readonly rim: string
  /** The delay in beats, and the lowest and highest cutoff of the stabs. */
  readonly echoBeats: number
  readonly wanders: readonly [number, number]
}

type DubStudio = Studio<DubLayer>

function playStabs(bus: Stereo, studio: DubStudio, song: DubSong): void {
  const dice = studio.dice('stab')
  const play = createPlayer(bus, dice, (midi, held, bright) => playTone(TONES.dubStab, midi, held, dice, bright))
  for (const bar of studio.barsOf('stab')) {
    for (const step of readPattern(pick(dice, song.stab))) {
      const chord = chordAt(bar, step.at)
      const voicing = voiceChord(chord, 58, [], 4)
      const brightness = 0.6 + 0.5 * dice() + (0.6 * bar.inSection) / bar.ofSection
      const heldSec = Math.min(0.3, step.length * bar.lengthSec * 0.8)
      for (const midi of voicing) {
        play({
          atSec: bar.at(step.at * song.beats),
          heldSec,
          midi,
          gain: step.force,
          brightness,
          pan: dice() * 0.3 - 0.15,
        })
      }
    }
  }
  throwEcho(bus, studio, song)
  pump(bus, kicksOf(studio, song), 0.4, 0.32)
}

/** Echoes the stabs: the feedback breathes with the song, repeats wander through a filter. */
function throwEcho(stabs: Stereo, studio: DubStudio, song: DubSong): void {
  const turns = studio.dice('turns')
  const [slow, quick] = [0.031 + turns() * 0.02, 0.083 + turns() * 0.03]
  const wander = (sec: number) =>
    0.5 + 0.3 * Math.sin(2 * Math.PI * slow * sec) + 0.2 * Math.sin(2 * Math.PI * quick * sec + 2)
  const [low, high] = song.wanders
  echo(stabs, {
    timeSec: (60 / song.bpm) * song.echoBeats,
    feedback: (sec) => 0.62 + 0.26 * wander(sec + 9),
    toneHz: 2600,
    thinHz: 170,
    dry: 0.55,
  })
  filterBus(stabs, 'low', (sec) => low * (high / low) ** wander(sec), 1.4)
}

function playBass(bus: Stereo, studio: DubStudio, song: DubSong): void {
  const dice = studio.dice('bass')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.subBass, midi, held, dice))
  for (const bar of studio.barsOf('bass')) {
    readPattern(song.bassline[bar.index % song.bassline.length] ?? song.bassline[0]).forEach((step, number) => {
      const chord = chordAt(bar, step.at)
      const root = nearestIn(33, [chord.bass])
      const midi = number > 0 && step.force < 0.6 ? nearestIn(root + 7, chord.tones.slice(2, 3)) : root
      play({
        atSec: bar.at(step.at * song.beats),
        heldSec: step.length * bar.lengthSec * 0.85,
        midi,
        gain: 0.7 + step.force * 0.3,
      })
    })
  }
  pump(bus, kicksOf(studio, song), 0.5, 0.2)
}

const kicksOf = (studio: DubStudio, song: DubSong): number[] =>
  studio.barsOf('kick').flatMap((bar) => Array.from({ length: song.beats }, (_, beat) => bar.at(beat)))

function playKick(bus: Stereo, studio: DubStudio, song: DubSong): void {
  const dice = studio.dice('kick')
  const low = { fromHz: 125, toHz: 45, fallSec: 0.03, ringSec: 0.16, click: 0.22, drive: 1.3 }
  const hit = createDrum(bus, dice, () => kick(dice, low), 2)
  for (const sec of kicksOf(studio, song)) hit(sec, 0.94 + dice() * 0.06)
}

function playMetal(bus: Stereo, studio: DubStudio, song: DubSong): void {
  const dice = studio.dice('metal')
  const hat = createDrum(bus, dice, () => cymbal(dice, 0.05, 6200, 0.7), 6)
  const shake = createDrum(bus, dice, () => shaker(dice, 0.075), 6)
  for (const bar of studio.barsOf('hat')) {
    for (const step of readPattern(song.hat)) hat(bar.at(step.at * song.beats), step.force * (0.8 + dice() * 0.2), -0.2)
  }
  for (const bar of studio.barsOf('shaker')) {
    for (let sixteenth = 0; sixteenth < 16; sixteenth++) {
      const force = [0.5, 0.25, 0.8, 0.35][sixteenth % 4] ?? 0.4
      shake(bar.at(sixteenth / 4) + dice() * 0.006, force * (0.35 + dice() * 0.12), 0.35)
    }
  }
}

function playRim(bus: Stereo, studio: DubStudio, song: DubSong): void {
  const dice = studio.dice('rim')
  const hit = createDrum(bus, dice, () => tom(dice, 820, 0.018, 0.1), 4)
  for (const bar of studio.barsOf('rim')) {
    for (const step of readPattern(song.rim)) {
      if (dice() < 0.72) hit(bar.at(step.at * song.beats), step.force, dice() * 0.8 - 0.4)
    }
  }
}

/** The sound of the room with nobody in it: hiss, a chord far off, and dust on the needle. */
function playDrone(bus: Stereo, studio: DubStudio, song: DubSong): void {
  const dice = studio.dice('drone')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.fog, midi, held, dice))
  for (const bar of studio.barsOf('drone')) {
    if (bar.inSection % 4 !== 0) continue
    const heldSec = Math.min(4, bar.ofSection - bar.inSection) * bar.lengthSec
    for (const midi of voiceChord(chordAt(bar, 0), 55, [], 3)) play({ atSec: bar.startSec, heldSec, midi, gain: 0.5 })
  }
  filterBus(bus, 'low', 700)
  pump(bus, kicksOf(studio, song), 0.4, 0.4)
}

function addDust(bus: Stereo, dice: Random, seconds: number) {
  const hit = createDrum(bus, dice, () => click(dice), 12)
  for (let clicks = seconds * 7; clicks > 0; clicks--) hit(dice() * seconds, 0.02 + 0.12 * dice() ** 5, dice() * 2 - 1)
  const hiss = noise(dice, seconds)
  filter(hiss, 'low', 3800)
  mix(bus, mono(hiss), 0.0022)
}

/** Plays a dub techno piece: one chord, one echo and a very large building. */
export function renderDub(song: DubSong): Stereo {
  const studio = openStudio(song)
  const end = studio.seconds
  const channels: Channel[] = [
    { play: (bus) => playKick(bus, studio, song), lufs: -18 },
    { play: (bus) => playBass(bus, studio, song), lufs: -21 },
    { play: (bus) => playStabs(bus, studio, song), lufs: -18, room: 0.5 },
    { play: (bus) => playMetal(bus, studio, song), lufs: -27, room: 0.12 },
    { play: (bus) => playRim(bus, studio, song), lufs: -28, room: 0.5, echo: 0.8 },
    { play: (bus) => playDrone(bus, studio, song), lufs: -28, room: 0.6 },
  ]
  const mixed = mixDown(end, channels, {
    room: { size: 1.5, decaySec: 4.2, damping: 0.45, lateSec: 0.04, lufs: -26 },
    echo: { timeSec: (60 / song.bpm) * 0.75, feedback: 0.6, toneHz: 2400, thinHz: 400, lufs: -32 },
  })
  throughTape(mixed, { wowCents: 2, flutterCents: 0.6, drive: 0.7, trebleHz: 11000 })
  addDust(mixed, studio.dice('dust'), end)
  return mixed
}
