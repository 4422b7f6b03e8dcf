import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSemaphore } from '../../lib/semaphore.ts'
import { syncFile, syncFolder, syncFolderNow } from '../../lib/sync-file.ts'

/** A complete file in the scratch folder, and the hash of its bytes. */
export type WholeFile = { path: string; sha256: string }

/** Media on disk, each file stored once under the SHA-256 of its bytes. */
export type Blobs = {
  /** Returns the path of a blob, whether or not it exists. */
  path(sha256: string): string
  /** Returns a new path for an incomplete file; leftovers are deleted when serving starts. */
  scratch(name: string): string
  /** Waits until a file's bytes are on the disk. */
  sync(path: string): Promise<void>
  /**
   * Moves complete files under their hashes, then calls `write`, which names them in the database. By then bytes and
   * names are on the disk, so that a power failure leaves no row without its file. An existing file is replaced, so
   * that the same bytes repair a damaged one.
   */
  adopt<T>(files: readonly WholeFile[], write: () => T): Promise<T>
  /** Deletes a blob, unless it is being adopted. */
  remove(sha256: string): void
  /** Returns the path of a file that was derived from blobs and can be built again. */
  made(name: string): string
  /** Deletes what an earlier process left incomplete. Only the serving process may do this. */
  sweepScratch(): void
}

/** Opens the folder. */
export function createBlobs(dir: string): Blobs {
  const scratchDir = join(dir, 'scratch')
  const madeDir = join(dir, 'made')
  const isNew = mkdirSync(scratchDir, { recursive: true, mode: 0o700 }) !== undefined
  mkdirSync(madeDir, { recursive: true, mode: 0o700 })
  // The database has just been created next to it; this puts its name on the disk too.
  if (isNew) for (const folder of [dir, dirname(dir)]) syncFolderNow(folder)

  // Large files on a slow disk take seconds, and would hold all threads that other file work needs.
  const oneAtATime = createSemaphore({ atOnce: 1, waiting: Number.POSITIVE_INFINITY })
  const adopting = new Map<string, number>()
  const path = (sha256: string) => join(dir, sha256.slice(0, 2), sha256)
  const sync = (file: string) => oneAtATime(() => syncFile(file))

  async function move({ path: from, sha256 }: WholeFile): Promise<string> {
    const folder = dirname(path(sha256))
    const isNewFolder = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
    if (isNewFolder) await syncFolder(dir)
    await rename(from, path(sha256))
    return folder
  }

  function countAdoption(sha256: string, change: 1 | -1): void {
    const count = (adopting.get(sha256) ?? 0) + change
    if (count > 0) adopting.set(sha256, count)
    else adopting.delete(sha256)
  }

  return {
    path,
    scratch: (name) => join(scratchDir, name),
    sync,
    async adopt(files, write) {
      for (const { sha256 } of files) countAdoption(sha256, 1)
      try {
        for (const file of files) await sync(file.path)
        const folders = new Set<string>()
        for (const file of files) folders.add(await move(file))
        for (const folder of folders) await syncFolder(folder)
        return write()
      } finally {
        for (const { sha256 } of files) countAdoption(sha256, -1)
      }
    },
    sweepScratch() {
      rmSync(scratchDir, { recursive: true, force: true })
      mkdirSync(scratchDir, { mode: 0o700 })
    },
    remove(sha256) {
      if (!adopting.has(sha256)) rmSync(path(sha256), { force: true })
    },
    made: (name) => join(madeDir, name),
  }
}

/** Returns the SHA-256 (lower-case hex) of a file of any size, read in chunks. */
export async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path)) hasher.update(piece)
  return hasher.digest('hex')
}
