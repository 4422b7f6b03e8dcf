import { pick } from '../random.ts'
import { strikeBell } from '../synth/bell.ts'
import { voiceChord } from '../synth/chord.ts'
import { widen } from '../synth/chorus.ts'
import { clap, cymbal, kick, snare, tom } from '../synth/drum.ts'
import { filter, filterBus } from '../synth/filter.ts'
import { noise } from '../synth/noise.ts'
import { nearestIn } from '../synth/pitch.ts'
import { pump } from '../synth/pump.ts'
import { mono, SAMPLE_RATE, type Stereo, samplesIn, stamp } from '../synth/stereo.ts'
import { playTone } from '../synth/tone.ts'
import { chordAt, type Form } from './form.ts'
import { BELLS, TONES } from './instruments.ts'
import { readPattern } from './pattern.ts'
import type { Singer } from './phrase.ts'
import { createDrum, createPlayer } from './player.ts'
import { type Channel, mixDown, openStudio, type Studio, singParts } from './studio.ts'

export type SynthwaveLayer = 'pad' | 'bass' | 'arp' | 'drums' | 'hats' | 'lead' | 'bells' | 'riser'

/** A synthwave piece: its bass line, its arpeggio (steps through the chord) and its beat. */
export type SynthwaveSong = Form<SynthwaveLayer> & {
  readonly genre: 'synthwave'
  /** Octaves above the root, one sign a step: `0.1.` */
  readonly bassline: readonly [string, ...string[]]
  readonly arpeggio: readonly [string, ...string[]]
  readonly kick: string
  readonly snare: string
  readonly hat: string
  readonly padOpensHz: readonly [number, number]
  readonly singer: Singer
}

type NightStudio = Studio<SynthwaveLayer>

function playPad(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('pad')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.wideSaw, midi, held, dice))
  let voicing: number[] = []
  for (const bar of studio.barsOf('pad')) {
    bar.chords.forEach((chord, number) => {
      const share = bar.lengthSec / bar.chords.length
      voicing = voiceChord(chord, 62, voicing)
      for (const midi of voicing) play({ atSec: bar.startSec + number * share, heldSec: share * 0.97, midi, gain: 0.5 })
    })
  }
  const [closed, open] = song.padOpensHz
  const place = (sec: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * sec) / (studio.seconds * 0.62))
  filterBus(bus, 'low', (sec) => closed * (open / closed) ** place(sec), 0.9)
  widen(bus, { hertz: 0.4, depthMs: 3, amount: 0.5 })
  pump(bus, kicksOf(studio, song), 0.5, 0.3)
}

/** Plays octaves of the root; a digit is how many octaves up. */
function playBass(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('bass')
  const play = createPlayer(bus, dice, (midi, held, bright) => playTone(TONES.sawBass, midi, held, dice, bright))
  for (const bar of studio.barsOf('bass')) {
    const signs = [...pick(dice, song.bassline)]
    signs.forEach((sign, index) => {
      if (sign === '.') return
      const at = index / signs.length
      const midi = nearestIn(35, [chordAt(bar, at).bass]) + 12 * Number(sign)
      const heldSec = (bar.lengthSec / signs.length) * 0.8
      const accent = index % 4 === 0 ? 1 : 0.8
      const swell = 0.75 + 0.5 * Math.sin((Math.PI * (bar.inSection + at)) / bar.ofSection)
      play({ atSec: bar.at(at * song.beats), heldSec, midi, gain: accent, brightness: swell })
    })
  }
  pump(bus, kicksOf(studio, song), 0.45, 0.22)
}

/** Climbs through the chord; a digit is the place in a ladder of its tones. */
function playArpeggio(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('arp')
  const play = createPlayer(bus, dice, (midi, held, bright) => playTone(TONES.arpPulse, midi, held, dice, bright))
  for (const bar of studio.barsOf('arp')) {
    const signs = [...(song.arpeggio[Math.floor(bar.inSection / 4) % song.arpeggio.length] ?? song.arpeggio[0])]
    signs.forEach((sign, index) => {
      if (sign === '.') return
      const at = index / signs.length
      const chord = chordAt(bar, at)
      const ladder = voiceChord({ ...chord, tones: chord.tones.slice(0, 4) }, 64, [])
      const rung = Number(sign)
      const midi = (ladder[rung % ladder.length] ?? 64) + 12 * Math.floor(rung / ladder.length)
      const brightness = 0.6 + (0.9 * (bar.inSection + at)) / bar.ofSection
      const pan = 0.55 * Math.sin(index * 2.4 + bar.index)
      play({ atSec: bar.at(at * song.beats), heldSec: bar.lengthSec / signs.length, midi, gain: 0.7, pan, brightness })
    })
  }
  pump(bus, kicksOf(studio, song), 0.25, 0.2)
}

/** The big snare of its time: a room that is shut at once. */
function gatedSnare(dice: () => number): Stereo {
  const hit = snare(dice, { hertz: 168, ringSec: 0.09, wires: 0.5, wiresHz: 2600 })
  const hands = clap(dice, 0.09)
  const side = (skin: Float32Array, palm: Float32Array) => {
    const room = noise(dice, 0.26)
    filter(room, 'band', 1500, 0.5)
    for (let at = 0; at < room.length; at++) {
      const left = 1 - at / room.length
      const burst = (room[at] ?? 0) * 0.42 * Math.min(1, left * 9) * (0.35 + 0.65 * left)
      room[at] = burst + (skin[at] ?? 0) + (palm[at] ?? 0) * 0.5
    }
    return room
  }
  return { left: side(hit.left, hands.left), right: side(hit.right, hands.right) }
}

function kicksOf(studio: NightStudio, song: SynthwaveSong): number[] {
  const steps = readPattern(song.kick)
  return studio.barsOf('drums').flatMap((bar) => steps.map((step) => bar.at(step.at * song.beats)))
}

function playDrums(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('drums')
  const low = { fromHz: 190, toHz: 48, fallSec: 0.028, ringSec: 0.12, click: 0.6, drive: 1.8 }
  const hitKick = createDrum(bus, dice, () => kick(dice, low), 2)
  const hitSnare = createDrum(bus, dice, () => gatedSnare(dice), 3)
  const toms = [196, 147, 110, 82].map((hertz) => createDrum(bus, dice, () => tom(dice, hertz, 0.17, 0.7), 1))
  for (const sec of kicksOf(studio, song)) hitKick(sec, 0.95)
  for (const bar of studio.barsOf('drums')) {
    const last = bar.inSection === bar.ofSection - 1
    const at = (place: number) => bar.at(place * song.beats)
    for (const step of readPattern(song.snare)) if (!last || step.at < 0.7) hitSnare(at(step.at), 0.8 * step.force)
    if (last) {
      for (let fill = 0; fill < 4; fill++) toms[fill]?.(at(0.75 + fill / 16), 0.75, fill * 0.3 - 0.45)
    }
  }
}

function playHats(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('hats')
  const hitHat = createDrum(bus, dice, () => cymbal(dice, 0.03, 6800, 0.5))
  const hitOpen = createDrum(bus, dice, () => cymbal(dice, 0.12, 6000, 0.5))
  const hitCrash = createDrum(bus, dice, () => cymbal(dice, 0.7, 3800, 0.8), 2)
  for (const bar of studio.barsOf('drums')) if (bar.inSection === 0) hitCrash(bar.startSec, 0.6, 0.2)
  for (const bar of studio.barsOf('hats')) {
    for (const step of readPattern(song.hat)) {
      const open = step.at % 0.25 >= 0.125 && step.force > 0.9
      const hit = open ? hitOpen : hitHat
      hit(bar.at(step.at * song.beats), 0.5 * step.force * (0.85 + dice() * 0.15), 0.15)
    }
  }
}

function playLead(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('lead')
  const play = createPlayer(bus, dice, (midi, held, bright) => playTone(TONES.soloSaw, midi, held, dice, bright))
  for (const { note, bar } of singParts(studio, song, 'lead')) {
    const heldSec = note.length * bar.lengthSec * 0.95
    play({
      atSec: bar.at(note.at * song.beats),
      heldSec,
      midi: note.midi,
      gain: note.force,
      brightness: 0.75 + note.force * 0.4,
    })
  }
}

function playBells(bus: Stereo, studio: NightStudio, song: SynthwaveSong): void {
  const dice = studio.dice('bells')
  const play = createPlayer(bus, dice, (midi, held) => strikeBell(BELLS.digitalBell, midi, held))
  for (const bar of studio.barsOf('bells')) {
    const tones = voiceChord(chordAt(bar, 0), 79, [])
    for (const [index, place] of [0, 0.375, 0.75].entries()) {
      const midi = tones[(index + bar.index) % tones.length] ?? 79
      play({
        atSec: bar.at(place * song.beats),
        heldSec: bar.lengthSec * 0.35,
        midi,
        gain: 0.6,
        pan: index * 0.4 - 0.4,
      })
    }
  }
}

function playRisers(bus: Stereo, studio: NightStudio): void {
  const dice = studio.dice('riser')
  for (const bar of studio.barsOf('riser')) {
    if (bar.inSection !== bar.ofSection - 1) continue
    const rise = noise(dice, bar.lengthSec)
    filter(rise, 'band', (sec) => 500 * 12 ** (sec / bar.lengthSec), 1.2)
    for (let at = 0; at < rise.length; at++) rise[at] = (rise[at] ?? 0) * (at / rise.length) ** 2
    const fall = samplesIn(0.01)
    for (let at = 0; at < fall; at++) rise[rise.length - 1 - at] = ((rise[rise.length - 1 - at] ?? 0) * at) / fall
    stamp(bus, mono(rise), bar.startSec, 1)
    const boom = new Float32Array(samplesIn(1.6))
    for (let at = 0; at < boom.length; at++) {
      const sec = at / SAMPLE_RATE
      boom[at] = Math.sin(2 * Math.PI * (42 * sec - 6 * Math.exp(-sec * 5))) * Math.exp(-sec * 2.4) * (1 - sec / 1.6)
    }
    stamp(bus, mono(boom), bar.startSec + bar.lengthSec, 1.1)
  }
}

/**
 * Plays a synthwave piece: wide saws, a bass in octaves, a snare with its door shut, and the street
 * lights going by.
 */
export function renderSynthwave(song: SynthwaveSong): Stereo {
  const studio = openStudio(song)
  const channels: Channel[] = [
    { play: (bus) => playDrums(bus, studio, song), lufs: -17.5, room: 0.12 },
    { play: (bus) => playHats(bus, studio, song), lufs: -29, room: 0.1 },
    { play: (bus) => playBass(bus, studio, song), lufs: -18.5 },
    { play: (bus) => playPad(bus, studio, song), lufs: -21.5, room: 0.5 },
    { play: (bus) => playArpeggio(bus, studio, song), lufs: -24, room: 0.3, echo: 0.6 },
    { play: (bus) => playLead(bus, studio, song), lufs: -19.5, room: 0.45, echo: 0.5 },
    { play: (bus) => playBells(bus, studio, song), lufs: -26, room: 0.6, echo: 0.5 },
    { play: (bus) => playRisers(bus, studio), lufs: -26, room: 0.4 },
  ]
  return mixDown(studio.seconds, channels, {
    room: { size: 1.1, decaySec: 2.2, damping: 0.3, lateSec: 0.03, lufs: -26.5 },
    echo: { timeSec: (60 / song.bpm) * 0.75, feedback: 0.42, toneHz: 3000, thinHz: 300, lufs: -28 },
  })
}
