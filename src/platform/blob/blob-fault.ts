import { open } from 'node:fs/promises'
import { hashFile } from './blobs.ts'

/** The stored facts about a file that is named by the hash of its bytes. */
export type StoredFile = { sha256: string; bytes: number }

export type BlobFault = 'is missing' | 'cannot be read' | 'is empty' | 'has another size' | 'has other bytes'

/** Judged by opening the file and by its size; undefined without a fault. */
export async function sizeFault(path: string, { bytes }: StoredFile): Promise<BlobFault | undefined> {
  try {
    const file = await open(path)
    try {
      const found = await file.stat()
      if (found.isFile() && found.size === bytes) return undefined
      return found.size === 0 ? 'is empty' : 'has another size'
    } finally {
      await file.close()
    }
  } catch (error) {
    return isAbsent(error) ? 'is missing' : 'cannot be read'
  }
}

/** The same after reading all of its bytes. */
export async function hashFault(path: string, stored: StoredFile): Promise<BlobFault | undefined> {
  const fault = await sizeFault(path, stored)
  if (fault) return fault
  const sha256 = await hashFile(path).catch(() => undefined)
  if (sha256 === undefined) return 'cannot be read'
  return sha256 === stored.sha256 ? undefined : 'has other bytes'
}

export const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
