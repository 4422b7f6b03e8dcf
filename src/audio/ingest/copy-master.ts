import { rm } from 'node:fs/promises'
import type { EncodedPacket } from 'mediabunny'
import { cutHook, partOf } from './cut-hook.ts'
import type { Ingested } from './media.ts'
import type { Master } from './open-master.ts'

// The index of the copy is made in memory.
const LARGEST_BYTES = 100_000_000
const LATE_SEC = 1
const NOTICED_SEC = 0.25
// A decoder leaves out some of the first and last packets, which are copied whole.
const PADDING_SEC = 0.1

/** Returns the length that an MP3 without a count of frames has by its size and its first bit rate. */
const guessOf = ({ path, audioStart }: Master, first: EncodedPacket | null) =>
  first ? ((Bun.file(path).size - audioStart) / first.byteLength) * first.duration : 0

/**
 * Copies the packets of a master whose length browsers guess or misread: bare AAC, MP3 of a varying bit rate that states
 * no count of frames, and Ogg that was cut from a stream and does not begin at zero. Returns null for any other, and for
 * one that cannot be copied, which is then played as it is.
 */
export async function copyMaster(master: Master, path: string, durationSec: number): Promise<Ingested['play']> {
  const first = await master.packets.getFirstPacket()
  const isLate = ['ogg', 'opus'].includes(master.format) && (first?.timestamp ?? 0) > LATE_SEC
  const isGuessed =
    master.format === 'mp3' &&
    master.declaredSec === null &&
    Math.abs(guessOf(master, first) - durationSec) > NOTICED_SEC
  if (master.format !== 'aac' && !isLate && !isGuessed) return null
  if (Bun.file(master.path).size > LARGEST_BYTES) return null
  try {
    const { format, bytes } = await cutHook(master, path, { startSec: 0, lengthSec: durationSec + PADDING_SEC })
    return { format, bytes }
  } catch {
    await rm(partOf(path), { force: true })
    return null
  }
}
