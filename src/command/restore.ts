import { refuseFilled, restoreBackup } from '../backup/restore-backup.ts'
import type { Config } from '../config.ts'
import { storageSize } from '../storage/usage-words.ts'
import { lockFolder } from './lock-folder.ts'
import type { Machine } from './start-serving.ts'

/** `tapedeck restore FILE`: puts a backup into an empty data folder (rule 1.8). Returns the exit code. */
export async function restoreCommand(
  { dataDir }: Config,
  { pids }: Pick<Machine, 'pids'>,
  path: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (path === undefined) {
    print('Usage: tapedeck restore FILE')
    return 1
  }
  refuseFilled(dataDir)
  const lock = lockFolder(dataDir, pids.own)
  try {
    const { files, bytes, madeAt } = await restoreBackup(dataDir, path)
    print(`${dataDir} is as it was on ${madeAt}: ${files} files, ${storageSize(bytes)}.`)
    print('Now start tapedeck. If it takes payments, then run tapedeck doctor --fix: it fetches what was paid since.')
    return 0
  } finally {
    lock.release()
  }
}
