export const fineBox = { width: 1000, height: 100 } as const

const bars = 250
const room = 46

/** Returns peaks (0…1) as one stroked path, finer than the waveforms of the list. */
export function fineWave(peaks: readonly number[]): string {
  let path = ''
  const step = fineBox.width / bars
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
    const half = Math.max(1, Math.round(Math.max(0, ...peaks.slice(from, to)) * room))
    path += `M${(bar + 0.5) * step} ${fineBox.height / 2 - half}v${half * 2}`
  }
  return path
}
