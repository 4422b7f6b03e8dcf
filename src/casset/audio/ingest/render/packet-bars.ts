import { folded } from '../../../../lib/audio/peaks.ts'

/** Packets of at most this many bytes are silence. */
export const silentPacketBytes = 16
const fullPacketBytes = 64
const silentPeak = 0.001
const audiblePeak = 0.1

type PacketBar = { isEmpty: boolean; isFull: boolean }

export const packetBars = (sizes: readonly number[]): PacketBar[] =>
  folded(sizes).map((largest) => ({ isEmpty: largest <= silentPacketBytes, isFull: largest > fullPacketBytes }))

/**
 * Returns whether a browser's peaks can belong to packets of these sizes. Sizes say little about
 * level, but near-empty packets are silence, and a track of ordinary packets is not: peaks that
 * contradict many bars are rejected.
 */
export function arePlausible(peaks: readonly number[], bars: readonly PacketBar[]): boolean {
  const highest = Math.max(...peaks)
  let loudInEmpty = 0
  let full = 0
  let silentInFull = 0
  for (const [bar, { isEmpty, isFull }] of bars.entries()) {
    const peak = peaks[bar] ?? 0
    if (isEmpty && peak > highest * audiblePeak) loudInEmpty++
    if (!isFull) continue
    full++
    if (peak <= highest * silentPeak) silentInFull++
  }
  return loudInEmpty <= peaks.length / 10 && silentInFull <= full / 2
}
