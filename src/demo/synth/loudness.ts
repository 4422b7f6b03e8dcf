import { SAMPLE_RATE, type Stereo } from './stereo.ts'

const WINDOW = Math.round(SAMPLE_RATE * 0.1)
const WARM_UP = Math.round(SAMPLE_RATE * 0.02)
/** So many windows, spread over a sound, come within half a decibel of all. */
const WINDOWS = 120

type Biquad = readonly [number, number, number, number, number]

/** The filters of ITU-R BS.1770: the head's effect on treble, and that bass counts for less. */
function headShelf(): Biquad {
  const pull = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE)
  const high = 10 ** (3.999843853973347 / 20)
  const mid = high ** 0.4996667741545416
  const q = 0.7071752369554196
  const scale = 1 / (1 + pull / q + pull * pull)
  return [
    (high + (mid * pull) / q + pull * pull) * scale,
    2 * (pull * pull - high) * scale,
    (high - (mid * pull) / q + pull * pull) * scale,
    2 * (pull * pull - 1) * scale,
    (1 - pull / q + pull * pull) * scale,
  ]
}

function bassCut(): Biquad {
  const pull = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE)
  const q = 0.5003270373238773
  const scale = 1 / (1 + pull / q + pull * pull)
  return [1, -2, 1, 2 * (pull * pull - 1) * scale, (1 - pull / q + pull * pull) * scale]
}

function power(samples: Float32Array, from: number, shelf: Biquad, cut: Biquad): number {
  const [b0, b1, b2, a1, a2] = shelf
  const [, , , c1, c2] = cut
  let s1 = 0
  let s2 = 0
  let t1 = 0
  let t2 = 0
  let sum = 0
  for (let at = from - WARM_UP; at < from + WINDOW; at++) {
    const sample = samples[at] ?? 0
    const headed = b0 * sample + s1
    s1 = b1 * sample - a1 * headed + s2
    s2 = b2 * sample - a2 * headed
    const heard = headed + t1
    t1 = -2 * headed - c1 * heard + t2
    t2 = headed - c2 * heard
    if (at >= from) sum += heard * heard
  }
  return sum / WINDOW
}

/** How loud a sound is in LUFS, its quiet parts left out; -Infinity for silence. */
export function loudnessOf({ left, right }: Stereo): number {
  const shelf = headShelf()
  const cut = bassCut()
  const powers: number[] = []
  const stride = Math.max(WINDOW, Math.floor(left.length / WINDOWS))
  for (let from = WARM_UP; from + WINDOW <= left.length; from += stride) {
    powers.push(power(left, from, shelf, cut) + power(right, from, shelf, cut))
  }
  const meanOf = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const audible = powers.filter((value) => value > 1e-7)
  const gate = meanOf(audible) / 10
  const loud = audible.filter((value) => value > gate)
  return loud.length === 0 ? Number.NEGATIVE_INFINITY : -0.691 + 10 * Math.log10(meanOf(loud))
}

/** The gain that brings a sound to a loudness; 0 for silence. */
export function gainTo(sound: Stereo, lufs: number): number {
  const loudness = loudnessOf(sound)
  return Number.isFinite(loudness) ? 10 ** ((lufs - loudness) / 20) : 0
}
