import { waveformBars } from '../../../../src/lib/waveform.ts'

const sampleRate = 44_100
/** Above this size a decoded track could fill a phone's memory; the server then estimates from the file itself. */
const mostBytes = 25_000_000

const has = (head: Uint8Array, text: string, at: number) =>
  [...text].every((letter, index) => head[at + index] === letter.charCodeAt(0))

/**
 * Returns whether a file is AAC, in MP4 or bare: the one format that the server cannot decode. Judged by content, never
 * by name.
 */
async function isAac(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const isAdts = head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0
  return has(head, 'ftyp', 4) || isAdts
}

/** Returns the highest sample of each of 500 equal parts, scaled to a maximum of 1; all zeros for silence. */
export function fold(channels: readonly Float32Array[]): number[] {
  const length = channels[0]?.length ?? 0
  const peaks = new Array<number>(waveformBars).fill(0)
  for (const samples of channels) {
    for (let bin = 0; bin < waveformBars; bin += 1) {
      const end = Math.floor(((bin + 1) * length) / waveformBars)
      let peak = peaks[bin] ?? 0
      for (let at = Math.floor((bin * length) / waveformBars); at < end; at += 1) {
        const level = Math.abs(samples[at] ?? 0)
        if (level > peak) peak = level
      }
      peaks[bin] = peak
    }
  }
  const highest = Math.max(...peaks)
  return peaks.map((peak) => (highest > 0 ? Math.round((peak / highest) * 10_000) / 10_000 : 0))
}

/**
 * Returns the waveform of a file that only browsers can decode, for the server to store; null for all others, or if
 * this browser cannot.
 */
export async function readPeaks(file: File): Promise<number[] | null> {
  if (file.size > mostBytes || !(await isAac(file))) return null
  try {
    const decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await file.arrayBuffer())
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel))
    return fold(channels)
  } catch {
    return null
  }
}
