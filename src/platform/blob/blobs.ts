import { createReadStream } from 'node:fs'
import type { Place } from '../../lib/file/file-place.ts'
import type { BlobFault, StoredFile } from './blob-fault.ts'

/** A complete file in the scratch folder, and the hash of its bytes. */
export type WholeFile = { path: string; sha256: string }

/** A stored file for a child process: a path, or an address if it is not on this disk. */
export type ChildFile = { path: string; address?: string }

/** A file on this disk that stays there until the end of the scope. */
export type HeldBlob = Disposable & { path: string }

/** `faultOf` judges a file by the state at the time of the survey. */
export type Survey = {
  hashes: readonly string[]
  /** Why not all of them could be listed. */
  problem?: string
  /** Returns the fault of a stored file; `isDeep` after reading all of its bytes. */
  faultOf(stored: StoredFile, isDeep: boolean): Promise<BlobFault | undefined>
}

/** Media, each file stored once under the SHA-256 of its bytes. */
export type Blobs = {
  /** How long a file is kept after the last row that named it. */
  readonly graceMs: number
  /** Returns the path of a blob on this disk, whether or not it exists. */
  path(sha256: string): string
  /** Returns the location of a stored file, or its fault, judged by its size. */
  find(stored: StoredFile): Promise<{ place: Place } | { fault: BlobFault }>
  /** Verifies bytes that come from elsewhere. The file may be missing. */
  hold(sha256: string): Promise<HeldBlob>
  /** Returns what a child process needs to read a blob. */
  forChild(sha256: string): ChildFile
  survey(): Promise<Survey>
  /** Returns a new path for an incomplete file; leftovers are deleted when serving starts. */
  scratch(name: string): string
  /** Waits until a file's bytes are on the disk. */
  sync(path: string): Promise<void>
  /**
   * Stores complete files under their hashes, then calls `write`, which names them in the database.
   * By then bytes and names are in their final place, so that a power failure leaves no row without
   * its file. An existing file is replaced, so that the same bytes repair a damaged one.
   */
  adopt<T>(files: readonly WholeFile[], write: () => T): Promise<T>
  /** Deletes a blob, unless it is being adopted or `isUsed`, which is checked last of all. */
  remove(sha256: string, isUsed: () => boolean): Promise<void>
  /** Returns the path of a file that is derived from blobs and can be built again. */
  made(name: string): string
  /** Deletes the incomplete files of an earlier process. Only the serving process may do this. */
  sweepScratch(): void
}

/** Returns the SHA-256 (lower-case hex) of a file of any size, read in chunks. */
export async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path)) hasher.update(piece)
  return hasher.digest('hex')
}
