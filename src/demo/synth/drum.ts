import type { Random } from '../random.ts'
import { soften } from './echo.ts'
import { decay } from './envelope.ts'
import { filter } from './filter.ts'
import { noise } from './noise.ts'
import { addWave, sine } from './oscillator.ts'
import { mono, SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

/** A kick: a sine that falls from `fromHz` to `toHz`, with a `click`, driven by `drive`. */
export type Kick = {
  readonly fromHz: number
  readonly toHz: number
  readonly fallSec: number
  readonly ringSec: number
  readonly click: number
  readonly drive: number
}

export function kick(random: Random, { fromHz, toHz, fallSec, ringSec, click, drive }: Kick): Stereo {
  const samples = new Float32Array(samplesIn(ringSec * 5))
  const tap = noise(random, 0.012)
  filter(tap, 'low', 4200)
  decay(tap, 0.003)
  let turns = 0
  for (let at = 0; at < samples.length; at++) {
    turns += (toHz + (fromHz - toHz) * Math.exp(-at / (fallSec * SAMPLE_RATE))) / SAMPLE_RATE
    samples[at] = sine(turns)
  }
  decay(samples, ringSec)
  for (let at = 0; at < samples.length; at++) {
    samples[at] = soften(((samples[at] ?? 0) + (tap[at] ?? 0) * click) * drive) / soften(drive)
  }
  return mono(samples)
}

/** A snare: a drum skin of two tones under the rattle of its wires. */
export type Snare = {
  readonly hertz: number
  readonly ringSec: number
  readonly wires: number
  readonly wiresHz: number
}

export function snare(random: Random, { hertz, ringSec, wires, wiresHz }: Snare): Stereo {
  const seconds = ringSec * 6
  const skin = new Float32Array(samplesIn(seconds))
  addWave(skin, 'sine', hertz * (0.99 + random() * 0.02), 0.7, 0)
  addWave(skin, 'sine', hertz * 1.68, 0.4, 0)
  decay(skin, ringSec * 0.45)
  const side = () => {
    const rattle = noise(random, seconds)
    filter(rattle, 'high', wiresHz * 0.4)
    filter(rattle, 'low', wiresHz * 2.4)
    decay(rattle, ringSec)
    return rattle.map((sample, at) => sample * wires + (skin[at] ?? 0))
  }
  return { left: side(), right: side() }
}

/** A hand clap: four bursts close together and a short room. */
export function clap(random: Random, ringSec: number): Stereo {
  const side = () => {
    const samples = noise(random, ringSec * 5)
    filter(samples, 'band', 1250, 1.1)
    for (let at = 0; at < samples.length; at++) {
      const sec = at / SAMPLE_RATE
      const burst = sec < 0.033 ? Math.exp(-(sec % 0.011) / 0.0035) : Math.exp(-(sec - 0.033) / ringSec)
      samples[at] = (samples[at] ?? 0) * burst * 2.2 * Math.min(1, (samples.length - at) / 200)
    }
    return samples
  }
  return { left: side(), right: side() }
}

const METAL = [1, 1.342, 1.2312, 1.6532, 1.9523, 2.1523]

/** A cymbal: six squares that do not agree, and hiss, above `thinHz`; short for a closed hat. */
export function cymbal(random: Random, ringSec: number, thinHz: number, hiss: number): Stereo {
  const samples = noise(random, ringSec * 6)
  for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] ?? 0) * hiss
  for (const ratio of METAL) addWave(samples, 'square', 420 * ratio * (0.99 + random() * 0.02), 0.16, random())
  filter(samples, 'high', thinHz)
  filter(samples, 'high', thinHz * 0.7)
  filter(samples, 'low', 12500)
  decay(samples, ringSec)
  for (let at = 0; at < 24; at++) samples[at] = ((samples[at] ?? 0) * at) / 24
  return mono(samples)
}

export function shaker(random: Random, seconds: number): Stereo {
  const samples = noise(random, seconds)
  filter(samples, 'band', 6200, 0.8)
  for (let at = 0; at < samples.length; at++) {
    const place = at / samples.length
    samples[at] = (samples[at] ?? 0) * Math.sin(Math.PI * place ** 0.7) ** 2
  }
  return mono(samples)
}

/** A tuned drum: tom, rim or wood block, by its pitch and length. */
export function tom(random: Random, hertz: number, ringSec: number, drop: number): Stereo {
  const samples = noise(random, ringSec * 6)
  filter(samples, 'low', hertz * 6)
  decay(samples, ringSec * 0.12)
  const skin = new Float32Array(samples.length)
  let turns = 0
  for (let at = 0; at < skin.length; at++) {
    turns += (hertz * (1 + drop * Math.exp(-at / (0.04 * SAMPLE_RATE)))) / SAMPLE_RATE
    skin[at] = sine(turns)
  }
  decay(skin, ringSec)
  return mono(skin.map((sample, at) => sample + (samples[at] ?? 0) * 0.4))
}
