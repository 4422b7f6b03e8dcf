import type { Random } from '../random.ts'
import { type Stereo, stamp } from '../synth/stereo.ts'

/**
 * One note to play: `brightness` (1 as the instrument is written) is also part of how hard it is
 * struck.
 */
export type Played = {
  readonly atSec: number
  readonly heldSec: number
  readonly midi: number
  readonly gain: number
  readonly pan?: number
  readonly brightness?: number
}

export type Instrument = (midi: number, heldSec: number, brightness: number) => Stereo

const BRIGHTNESSES = 4
/** Notes shorter than this have two takes, so that repeats do not sound like a machine gun. */
const TWO_TAKES_SEC = 0.6

/**
 * Plays an instrument on a bus. A note that comes again sounds from one of a few takes made before,
 * so that a song of a thousand notes synthesises some dozens.
 */
export function createPlayer(bus: Stereo, random: Random, instrument: Instrument): (note: Played) => void {
  const takes = new Map<string, Stereo>()
  return ({ atSec, heldSec, midi, gain, pan, brightness = 1 }) => {
    const held = Math.round(heldSec * 50) / 50
    const bright = Math.round(brightness * BRIGHTNESSES) / BRIGHTNESSES
    const take = held < TWO_TAKES_SEC && random() < 0.5 ? 'b' : 'a'
    const key = `${midi}/${held}/${bright}/${take}`
    const sound = takes.get(key) ?? instrument(midi, held, bright)
    takes.set(key, sound)
    stamp(bus, sound, atSec, gain, pan)
  }
}

/** Hits a drum: one of a few takes, so that no two strokes in a row are quite alike. */
export function createDrum(bus: Stereo, random: Random, make: () => Stereo, takeCount = 4) {
  const takes = Array.from({ length: takeCount }, make)
  return (atSec: number, gain: number, pan = 0) => {
    const take = takes[Math.floor(random() * takes.length)]
    if (take) stamp(bus, take, atSec, gain, pan)
  }
}
