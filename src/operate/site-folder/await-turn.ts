import { join } from 'node:path'
import { giveToOwnerOf } from '../../lib/file/private-files.ts'
import { type FolderLock, tryLock } from './lock-folder.ts'

const pauseMs = 200

/**
 * Waits until no other `doctor --fix`, backup or upgrade runs on this data folder, then locks it
 * for that work and returns the lock. Two doctors at once would register everything at the
 * processor twice; one backup would remove the stored files that another counts on; one upgrade
 * would remove the copies of another. When the process ends, even by a crash, the system releases
 * the lock. Calls `onWait` once when it has to wait, which may throw instead. Throws
 * UnusableFileError.
 */
export async function awaitTurn(
  dataDir: string,
  onWait: () => void,
  work: 'doctor' | 'backup' | 'upgrade' = 'doctor',
): Promise<Pick<FolderLock, 'release'>> {
  const path = join(dataDir, `${work}.db`)
  for (let attempt = 0; ; attempt += 1) {
    const db = tryLock(path, 0)
    if (db) {
      giveToOwnerOf(dataDir, path)
      return { release: () => db.close() }
    }
    if (attempt === 0) onWait()
    await Bun.sleep(pauseMs)
  }
}
