import { open } from 'node:fs/promises'
import { type Blobs, hashFile } from './blobs.ts'

/** What the database says of a file that is stored under the hash of its bytes. */
export type StoredFile = { sha256: string; bytes: number }

/** What can be wrong with it. */
export type BlobFault = 'is missing' | 'cannot be read' | 'is empty' | 'has another size' | 'has other bytes'

/** What is wrong with a stored file, as far as opening it and its size show; undefined when nothing is. */
export async function sizeFault(blobs: Pick<Blobs, 'path'>, stored: StoredFile): Promise<BlobFault | undefined> {
  try {
    const file = await open(blobs.path(stored.sha256))
    try {
      const found = await file.stat()
      if (found.isFile() && found.size === stored.bytes) return undefined
      return found.size === 0 ? 'is empty' : 'has another size'
    } finally {
      await file.close()
    }
  } catch (error) {
    return isAbsent(error) ? 'is missing' : 'cannot be read'
  }
}

/** The same after reading all of its bytes. */
export async function hashFault(blobs: Pick<Blobs, 'path'>, stored: StoredFile): Promise<BlobFault | undefined> {
  const fault = await sizeFault(blobs, stored)
  if (fault) return fault
  const sha256 = await hashFile(blobs.path(stored.sha256)).catch(() => undefined)
  if (sha256 === undefined) return 'cannot be read'
  return sha256 === stored.sha256 ? undefined : 'has other bytes'
}

/** Whether an error says that there is no such file. */
const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
