import type { Random } from '../random.ts'
import { filter } from './filter.ts'
import { mono, SAMPLE_RATE, type Stereo, samplesIn } from './stereo.ts'

export function noise(random: Random, seconds: number): Float32Array {
  const samples = new Float32Array(samplesIn(seconds))
  for (let at = 0; at < samples.length; at++) samples[at] = random() * 2 - 1
  return samples
}

export function click(random: Random): Stereo {
  const samples = noise(random, 0.004)
  for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] ?? 0) * (1 - at / samples.length) ** 3
  filter(samples, 'low', 4800)
  return mono(samples)
}

const CONTROL = 64

/** Adds surf, brighter as it breaks; each side has its own waves. */
export function addSurf({ left, right }: Stereo, random: Random, periodSec: number): void {
  const roll = (samples: Float32Array, offset: number) => {
    let dull = 0
    let duller = 0
    for (let from = 0; from < samples.length; from += CONTROL) {
      const wave = 0.5 + 0.5 * Math.sin((2 * Math.PI * from) / SAMPLE_RATE / periodSec + offset)
      const pull = 0.05 + 0.22 * wave * wave
      const height = 0.25 + 0.75 * wave * wave
      const to = Math.min(samples.length, from + CONTROL)
      for (let at = from; at < to; at++) {
        dull += pull * (random() * 2 - 1 - dull)
        duller += pull * (dull - duller)
        samples[at] = (samples[at] ?? 0) + duller * height
      }
    }
  }
  roll(left, 0)
  roll(right, 1.3)
}
