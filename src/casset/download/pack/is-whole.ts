import { open, stat } from 'node:fs/promises'
import type { PackPlan } from './plan-pack.ts'

const endBytes = 22
const endSignature = 0x06054b50
const inZip64 = 0xffffffff

/**
 * Whether a download is complete. A single track does not state its length; it was synced before it
 * got its name.
 */
export async function isWhole(path: string, { bare }: Pick<PackPlan, 'bare'>): Promise<boolean> {
  if (!bare) return isWholeZip(path)
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.size > 0
}

/**
 * Returns whether a zip of ours is complete: the record at its end states the size of everything
 * before it. A file that is absent, empty or truncated is not, and can be built again.
 */
async function isWholeZip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined)
  if (!file) return false
  try {
    const { size } = await file.stat()
    if (size < endBytes) return false
    const { buffer } = await file.read(Buffer.alloc(endBytes), 0, endBytes, size - endBytes)
    const listBytes = buffer.readUInt32LE(12)
    const listAt = buffer.readUInt32LE(16)
    if (buffer.readUInt32LE(0) !== endSignature) return false
    return listBytes === inZip64 || listAt === inZip64 || listAt + listBytes + endBytes === size
  } finally {
    await file.close()
  }
}
