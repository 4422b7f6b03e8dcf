import { join } from 'node:path'
import { type FolderLock, tryLock } from './lock-folder.ts'

const pauseMs = 200

/**
 * Waits until no other `doctor --fix` runs on this data folder, then locks it and returns the lock.
 * Two at once would register everything at the processor twice. When the process ends, even by a
 * crash, the system releases the lock. Calls `onWait` once when it has to wait. Throws
 * UnusableFileError.
 */
export async function awaitTurn(dataDir: string, onWait: () => void): Promise<Pick<FolderLock, 'release'>> {
  const path = join(dataDir, 'doctor.db')
  for (let attempt = 0; ; attempt += 1) {
    const db = tryLock(path, 0)
    if (db) return { release: () => db.close() }
    if (attempt === 0) onWait()
    await Bun.sleep(pauseMs)
  }
}
