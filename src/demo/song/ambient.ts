import { pick } from '../random.ts'
import { strikeBell } from '../synth/bell.ts'
import { voiceChord } from '../synth/chord.ts'
import { widen } from '../synth/chorus.ts'
import { filterBus } from '../synth/filter.ts'
import { addSurf } from '../synth/noise.ts'
import { nearestIn } from '../synth/pitch.ts'
import { automate } from '../synth/pump.ts'
import type { Stereo } from '../synth/stereo.ts'
import { pluck } from '../synth/string.ts'
import { throughTape } from '../synth/tape.ts'
import { playTone } from '../synth/tone.ts'
import { chordAt, type Form } from './form.ts'
import { BELLS, STRINGS, TONES } from './instruments.ts'
import { createPlayer, type Instrument } from './player.ts'
import { type Channel, mixDown, openStudio, type Studio } from './studio.ts'

export type AmbientLayer = 'fog' | 'choir' | 'loops' | 'deep' | 'surf'

/** A loop of tape: a tone of the chord, its octave, and how long until it comes round. */
export type Loop = {
  readonly tone: number
  readonly octave: number
  readonly everySec: number
  readonly voice: LoopVoice
}

export type LoopVoice = 'glass' | 'electricPiano' | 'harp' | 'vibraphone'

/** An ambient piece: chords of a breath's length, and loops that never meet twice alike. */
export type AmbientSong = Form<AmbientLayer> & {
  readonly genre: 'ambient'
  readonly loops: readonly Loop[]
  readonly surfSec: number
}

type Shore = Studio<AmbientLayer>

function playFog(bus: Stereo, studio: Shore): void {
  const dice = studio.dice('fog')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.fog, midi, held, dice))
  let voicing: number[] = []
  for (const bar of studio.barsOf('fog')) {
    voicing = voiceChord(chordAt(bar, 0), 57, voicing)
    voicing.forEach((midi, index) => {
      const pan = 0.35 * Math.sin(index * 2.1 + bar.index)
      play({ atSec: bar.startSec + index * 0.35, heldSec: bar.lengthSec, midi, gain: 0.5, pan })
    })
  }
  filterBus(bus, 'low', (sec) => 460 + 620 * Math.sin((Math.PI * sec) / studio.seconds) ** 2, 0.6)
  widen(bus, { hertz: 0.13, depthMs: 6, amount: 0.5 })
}

function playChoir(bus: Stereo, studio: Shore): void {
  const dice = studio.dice('choir')
  const play = createPlayer(bus, dice, (midi, held) => playTone(TONES.choir, midi, held, dice))
  let midi = 74
  for (const bar of studio.barsOf('choir')) {
    const chord = chordAt(bar, 0)
    midi = nearestIn(midi + pick(dice, [-3, 2, 4]), chord.tones)
    if (midi > 81) midi -= 12
    if (midi < 67) midi += 12
    play({ atSec: bar.startSec + bar.lengthSec * 0.2, heldSec: bar.lengthSec * 0.6, midi, gain: 0.6, pan: 0.2 })
    const below = nearestIn(midi - 5, chord.tones)
    play({
      atSec: bar.startSec + bar.lengthSec * 0.45,
      heldSec: bar.lengthSec * 0.4,
      midi: below,
      gain: 0.4,
      pan: -0.3,
    })
  }
}

function playDeep(bus: Stereo, studio: Shore): void {
  const dice = studio.dice('deep')
  const tone = { ...TONES.subBass, sweepOctaves: 0, attackSec: 1.8, decaySec: 20, releaseSec: 2.5, cutoffHz: 240 }
  const play = createPlayer(bus, dice, (midi, held) => playTone(tone, midi, held, dice))
  for (const bar of studio.barsOf('deep')) {
    const midi = nearestIn(33, [chordAt(bar, 0).bass])
    play({ atSec: bar.startSec, heldSec: bar.lengthSec * 0.9, midi, gain: 0.8 })
  }
}

function playLoops(bus: Stereo, studio: Shore, song: AmbientSong): void {
  const dice = studio.dice('loops')
  const voices: Readonly<Record<LoopVoice, Instrument>> = {
    glass: (midi, held) => strikeBell(BELLS.glass, midi, held),
    electricPiano: (midi, held, bright) => strikeBell(BELLS.electricPiano, midi, held, bright * 0.6),
    vibraphone: (midi, held) => strikeBell(BELLS.vibraphone, midi, held),
    harp: (midi, held) => pluck(STRINGS.harp, midi, held, dice),
  }
  for (const [number, loop] of song.loops.entries()) {
    const play = createPlayer(bus, dice, voices[loop.voice])
    const pan = 0.6 * Math.sin(number * 2.4)
    for (let atSec = loop.everySec * (0.2 + 0.5 * dice()); atSec < studio.seconds - 7; atSec += loop.everySec) {
      const bar = studio.bars.findLast(({ startSec }) => startSec <= atSec)
      if (bar === undefined || !bar.plays('loops')) continue
      const { tones } = chordAt(bar, 0)
      const midi = nearestIn(60 + 12 * loop.octave, [tones[loop.tone % tones.length] ?? 0])
      play({ atSec, heldSec: 3.2, midi, gain: 0.6 + dice() * 0.2, pan })
      if (dice() < 0.4) {
        const answer = nearestIn(midi + 5, tones)
        play({ atSec: atSec + 0.42, heldSec: 3, midi: answer, gain: 0.4, pan: -pan })
      }
    }
  }
}

function playSurf(bus: Stereo, studio: Shore, song: AmbientSong): void {
  addSurf(bus, studio.dice('surf'), song.surfSec)
  const points = studio.bars.map((bar) => [bar.startSec, bar.plays('surf') ? 1 : 0.02] as const)
  automate(bus, points)
}

/** Plays an ambient piece: fog, a choir that is not there, loops of tape and the sea. */
export function renderAmbient(song: AmbientSong): Stereo {
  const studio = openStudio(song)
  const channels: Channel[] = [
    { play: (bus) => playFog(bus, studio), lufs: -18, room: 0.6 },
    { play: (bus) => playChoir(bus, studio), lufs: -22, room: 0.8, echo: 0.3 },
    { play: (bus) => playLoops(bus, studio, song), lufs: -20, room: 0.8, echo: 0.7 },
    { play: (bus) => playDeep(bus, studio), lufs: -22 },
    { play: (bus) => playSurf(bus, studio, song), lufs: -31, room: 0.1 },
  ]
  const mixed = mixDown(studio.seconds, channels, {
    room: { size: 2, decaySec: 7.5, damping: 0.28, lateSec: 0.05, lufs: -20.5 },
    echo: { timeSec: 0.93, feedback: 0.58, toneHz: 1900, thinHz: 250, lufs: -27 },
  })
  throughTape(mixed, { wowCents: 7, flutterCents: 1, drive: 0.5, trebleHz: 9000 })
  return mixed
}
