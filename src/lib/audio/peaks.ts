import { waveformBars } from '../waveform.ts'

const FINE_BIN_SAMPLES = 16
const MAX_FINE_BINS = 1 << 20

/**
 * Collects the loudest sample of every 16 frames of all channels; long files fold into coarser bins, so that memory use
 * is constant.
 */
export function peakMeter() {
  const fine = new Float32Array(MAX_FINE_BINS)
  let step = FINE_BIN_SAMPLES
  let bins = 0
  let filled = 0
  let peak = 0

  const closeBin = () => {
    fine[bins++] = peak
    peak = 0
    filled = 0
    if (bins < MAX_FINE_BINS) return
    for (let i = 0; i < MAX_FINE_BINS / 2; i++) fine[i] = Math.max(fine[2 * i] ?? 0, fine[2 * i + 1] ?? 0)
    bins = MAX_FINE_BINS / 2
    step *= 2
  }

  return {
    push(channels: readonly Float32Array[]) {
      const length = channels[0]?.length ?? 0
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + step - filled)
        for (const samples of channels) peak = loudest(samples, from, to, peak)
        filled += to - from
        from = to
        if (filled === step) closeBin()
      }
    },
    /** Returns 500 peaks, the highest 1; all 0 for silence. */
    waveform(): number[] {
      if (filled > 0) closeBin()
      return normalised(folded(fine.subarray(0, bins)))
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

function loudest(samples: Float32Array, from: number, to: number, atLeast: number): number {
  let peak = atLeast
  for (let i = from; i < to; i++) {
    const value = Math.abs(samples[i] ?? 0)
    // A comparison, not Math.max: a NaN in a float WAV must not swallow the bin.
    if (value > peak) peak = value
  }
  return peak
}
