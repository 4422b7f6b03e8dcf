import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { folderAdvice } from '../../create-context.ts'
import { giveToOwnerOf } from '../../lib/private-files.ts'
import { openedAt } from '../../lib/unusable-file.ts'
import { refuseFilled, restoreBackup } from '../../platform/backup/restore-backup.ts'
import { storageSize } from '../../platform/storage/usage-words.ts'
import { lockFolder } from './lock-folder.ts'
import type { Machine } from './start-serving.ts'

/**
 * Creates the data folder and gives it to the owner of its parent folder, which root may do
 * (rule: data-folder).
 */
function makeFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  openedAt(dataDir, folderAdvice, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  giveToOwnerOf(dirname(dataDir), dataDir)
}

/**
 * `tapedeck restore FILE`: puts a backup into an empty data folder (rule: backup). Returns the exit
 * code.
 */
export async function restoreCommand(
  { dataDir }: Config,
  { pids }: Pick<Machine, 'pids'>,
  path: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (!path) {
    print('Usage: tapedeck restore FILE')
    return 1
  }
  refuseFilled(dataDir)
  makeFolder(resolve(dataDir))
  const lock = lockFolder(dataDir, pids.own)
  try {
    const { files, bytes, madeAt, damaged } = await restoreBackup(dataDir, path)
    print(`${resolve(dataDir)} is as it was on ${madeAt}: ${files} files, ${storageSize(bytes)}.`)
    if (damaged.length > 0) print(`Damaged when it was backed up: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
    print('Now start tapedeck. If it takes payments, then run tapedeck doctor --fix: it fetches what was paid since.')
    return 0
  } finally {
    lock.release()
  }
}
