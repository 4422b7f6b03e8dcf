/** A clip's look: the cover with a waveform, a tall waveform, or a cassette's turning reels. */
export const layouts = ['sleeve', 'wave', 'tape'] as const

export type Layout = (typeof layouts)[number]

export const sizes = { large: { width: 1080, height: 1920 }, small: { width: 720, height: 1280 } } as const

/** Frames a second. */
export const frameRate = 30

/** Samples a second of the sound, which has two channels. */
export const sampleRate = 48_000

export type Colours = Readonly<Record<keyof typeof colourTokens, string>>

export const colourTokens = {
  paper: 'var(--paper)',
  card: 'var(--card)',
  ink: 'var(--ink)',
  soft: 'var(--ink-2)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  shell: 'var(--shell)',
  shellHigh: 'var(--shell-hi)',
  label: 'var(--label)',
  labelInk: 'oklch(22% 0.03 var(--hue))',
  rule: 'oklch(0.6 0.04 var(--hue) / 0.4)',
  band: 'var(--band)',
  band2: 'var(--band-2)',
  band3: 'var(--band-3)',
  pen: 'var(--pen)',
  oxide: 'var(--oxide)',
  oxideRim: 'var(--oxide-rim)',
  window: 'oklch(20% 0.02 var(--hue))',
  hub: 'oklch(96% 0.01 var(--hue))',
  screw: 'oklch(72% 0.01 var(--hue))',
  shade: 'var(--shade)',
} as const

/** An empty line shows nothing. */
export type LyricLine = { atSec: number; text: string }

export type Scene = {
  layout: Layout
  width: number
  height: number
  title: string
  artist: string
  casset: string
  handle: string
  address: string
  colours: Colours
  cover: ImageBitmap | null
  /** Peaks from 0 to 1, `peaksPerSec` for each second of the sound. */
  peaks: readonly number[]
  durationSec: number
  lyrics: readonly LyricLine[]
}

/** Bars per second in the drawing of a clip's sound. */
export const peaksPerSec = 12

export type Sound = { left: Float32Array<ArrayBuffer>; right: Float32Array<ArrayBuffer> }

/** Returns how many seconds a sound lasts. */
export const secondsOf = ({ left }: Sound) => left.length / sampleRate

/** Returns the peaks of a sound; the loudest is 1. */
export function peaksOf({ left, right }: Sound): number[] {
  const step = sampleRate / peaksPerSec
  const peaks = Array.from({ length: Math.ceil(left.length / step) }, (_, bar) => {
    let most = 0
    for (let at = bar * step; at < Math.min(left.length, (bar + 1) * step); at += 1) {
      most = Math.max(most, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0))
    }
    return most
  })
  const loudest = Math.max(...peaks, 0)
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest)
}
