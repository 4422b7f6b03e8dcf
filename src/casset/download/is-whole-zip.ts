import { open } from 'node:fs/promises'

const endBytes = 22
const endSignature = 0x06054b50
const inZip64 = 0xffffffff

/**
 * Returns whether a zip of ours is complete: the record at its end states the size of everything
 * before it. A file that is absent, empty or truncated is not, and can be built again.
 */
export async function isWholeZip(path: string): Promise<boolean> {
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
