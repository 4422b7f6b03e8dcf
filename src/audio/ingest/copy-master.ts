import { rm } from 'node:fs/promises'
import { cutHook, partOf } from './cut-hook.ts'
import type { Ingested } from './media.ts'
import type { Master } from './open-master.ts'

// The index of the copy is made in memory.
const LARGEST_BYTES = 100_000_000
const LATE_SEC = 1

/**
 * Copies the packets of a master whose length browsers guess or misread: bare AAC, and Ogg that was cut from a stream and
 * does not begin at zero. Returns null for any other, and for one that cannot be copied, which is then played as it is.
 */
export async function copyMaster(master: Master, path: string, durationSec: number): Promise<Ingested['play']> {
  const first = await master.packets.getFirstPacket()
  const isLate = ['ogg', 'opus'].includes(master.format) && (first?.timestamp ?? 0) > LATE_SEC
  if (master.format !== 'aac' && !isLate) return null
  if (Bun.file(master.path).size > LARGEST_BYTES) return null
  try {
    const { format, bytes } = await cutHook(master, path, { startSec: 0, lengthSec: durationSec })
    return { format, bytes }
  } catch {
    await rm(partOf(path), { force: true })
    return null
  }
}
