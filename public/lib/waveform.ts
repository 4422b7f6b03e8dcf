const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const bars = 100

export const waveBox = { width: 300, height: 40 } as const

/** Peaks of 0…1, any number; a character per bar, the loudest of its share. */
export function packPeaks(peaks: readonly number[]): string {
  if (peaks.length === 0) return ''
  let packed = ''
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
    const loudest = Math.max(...peaks.slice(from, to), 0)
    packed += alphabet[Math.round(Math.min(1, loudest) * 63)] ?? 'A'
  }
  return packed
}

/** Returns packed peaks as one stroked path: visible without canvas, request or script. */
export function wavePath(packed: string): string {
  const step = waveBox.width / packed.length
  let path = ''
  for (const [bar, mark] of [...packed].entries()) {
    const half = Math.max(1, Math.round((alphabet.indexOf(mark) / 63) * 18))
    path += `M${Math.round((bar + 0.5) * step)} ${waveBox.height / 2 - half}v${half * 2}`
  }
  return path
}
