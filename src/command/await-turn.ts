import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { folderAdvice } from '../context.ts'
import { openedAt, UnusableFileError } from '../lib/unusable-file.ts'
import { type FolderLock, isBusy } from './lock-folder.ts'

const pauseMs = 200

/**
 * Waits until no other doctor mends this data folder, which then this process alone does: two of them would register
 * everything at the processor twice. The system lets go of the lock however the process ends. `wait` is told once when
 * there is somebody to wait for. Throws UnusableFileError.
 */
export async function awaitTurn(dataDir: string, wait: () => void): Promise<FolderLock> {
  const path = join(dataDir, 'doctor.db')
  const db = openedAt(path, folderAdvice, () => new Database(path, { create: true, strict: true }))
  for (let attempt = 0; ; attempt += 1) {
    try {
      db.run('PRAGMA journal_mode = MEMORY')
      db.run('BEGIN IMMEDIATE')
      return { release: () => db.close() }
    } catch (error) {
      if (!isBusy(error)) {
        db.close()
        throw new UnusableFileError(path, error instanceof Error ? error.message : String(error), folderAdvice)
      }
      if (attempt === 0) wait()
      await Bun.sleep(pauseMs)
    }
  }
}
