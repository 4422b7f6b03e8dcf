import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile, syncFolder, syncFolderNow } from '../../lib/file/sync-file.ts'
import { createSemaphore } from '../../lib/turn/semaphore.ts'
import { hashFault, sizeFault } from './blob-fault.ts'
import type { Blobs, WholeFile } from './blobs.ts'
import { hashOfKey, keyOf } from './bucket-key.ts'

export function createLocalBlobs(dir: string): Blobs {
  const scratchDir = join(dir, 'scratch')
  const madeDir = join(dir, 'made')
  const isNew = mkdirSync(scratchDir, { recursive: true, mode: 0o700 }) !== undefined
  mkdirSync(madeDir, { recursive: true, mode: 0o700 })
  // The database has just been created next to it; this puts its name on the disk too.
  if (isNew) for (const folder of [dir, dirname(dir)]) syncFolderNow(folder)

  // Large files on a slow disk take seconds, and would hold all threads that other file work needs.
  const oneAtATime = createSemaphore({ atOnce: 1, waiting: Number.POSITIVE_INFINITY })
  const adopting = new Map<string, number>()
  const path = (sha256: string) => join(dir, keyOf(sha256))
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
    graceMs: 0,
    path,
    async find(stored) {
      const fault = await sizeFault(path(stored.sha256), stored)
      return fault ? { fault } : { place: { path: path(stored.sha256) } }
    },
    hold: async (sha256) => ({ path: path(sha256), [Symbol.dispose]: () => {} }),
    forChild: (sha256) => ({ path: path(sha256) }),
    async survey() {
      const names = await readdir(dir, { recursive: true }).catch(() => undefined)
      return {
        hashes: (names ?? []).flatMap((name) => hashOfKey(name) ?? []),
        ...(names ? {} : { problem: 'the blobs folder cannot be read' }),
        faultOf: (stored, isDeep) => (isDeep ? hashFault : sizeFault)(path(stored.sha256), stored),
      }
    },
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
    async remove(sha256, isUsed) {
      if (!adopting.has(sha256) && !isUsed()) rmSync(path(sha256), { force: true })
    },
    made: (name) => join(madeDir, name),
  }
}
