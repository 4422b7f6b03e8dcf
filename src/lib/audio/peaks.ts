import { waveformBars } from '../music/waveform.ts'

const FINE_BIN_SAMPLES = 16
const MAX_FINE_BINS = 1 << 20

/**
 * Collects the loudest sample of every 16 frames of all channels; long files fold into coarser
 * bins, so that memory use is constant.
 */
export function peakMeter() {
  const fine = new Float32Array(MAX_FINE_BINS)
  let step = FINE_BIN_SAMPLES
  let bins = 0
  let filled = 0

  const halve = () => {
    for (let i = 0; i < MAX_FINE_BINS / 2; i++) fine[i] = Math.max(fine[2 * i] ?? 0, fine[2 * i + 1] ?? 0)
    bins = MAX_FINE_BINS / 2
    fine.fill(0, bins)
    step *= 2
  }

  return {
    push(channels: readonly Float32Array[]) {
      const length = channels[0]?.length ?? 0
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + (MAX_FINE_BINS - bins) * step - filled)
        for (const samples of channels) raise(fine, bins, step - filled, step, samples, from, to)
        filled += to - from
        bins += Math.floor(filled / step)
        filled %= step
        from = to
        if (bins === MAX_FINE_BINS) halve()
      }
    },
    /** Returns 500 peaks, the highest 1; all 0 for silence. */
    waveform(): number[] {
      return normalised(folded(fine.subarray(0, filled > 0 ? bins + 1 : bins)))
    },
  }
}

/** Folds any number of values into 500 bars, the highest value of each. */
export function folded(values: ArrayLike<number>): number[] {
  return Array.from({ length: waveformBars }, (_, bar) => {
    const from = Math.floor((bar * values.length) / waveformBars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * values.length) / waveformBars))
    let highest = 0
    for (let i = from; i < to; i++) highest = Math.max(highest, values[i] ?? 0)
    return highest
  })
}

/** Scales so that the highest is 1, to four decimals; silence stays all 0. */
export function normalised(values: readonly number[]): number[] {
  const highest = Math.max(...values)
  return values.map((value) => (highest > 0 ? Math.round((value / highest) * 10_000) / 10_000 : 0))
}

/** Raises bins to the loudest of their samples, from one of which `left` are still to come. */
function raise(
  fine: Float32Array,
  first: number,
  left: number,
  step: number,
  samples: Float32Array,
  from: number,
  to: number,
) {
  let bin = first
  let rest = left
  let peak = fine[bin] ?? 0
  for (let i = from; i < to; i++) {
    const value = Math.abs(samples[i] ?? 0)
    // A comparison, not Math.max: a NaN in a float WAV must not swallow the bin.
    if (value > peak) peak = value
    rest -= 1
    if (rest > 0) continue
    fine[bin] = peak
    bin += 1
    peak = fine[bin] ?? 0
    rest = step
  }
  if (bin < fine.length) fine[bin] = peak
}
