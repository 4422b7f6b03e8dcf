import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { storageSize } from '../../platform/storage/usage-words.ts'
import { refuseWithoutSite } from './site-folder.ts'

/**
 * `tapedeck backup FILE`: writes the whole data folder into one file (rule 1.8). Returns the exit code: 1 where a stored
 * file is damaged.
 */
export async function backupCommand(
  { dataDir }: Config,
  path: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (!path) {
    print('Usage: tapedeck backup FILE')
    return 1
  }
  refuseWithoutSite(dataDir)
  const { files, bytes, damaged } = await writeBackup(dataDir, path, new Date())
  print(`${path} has all of ${resolve(dataDir)}: ${files} files, ${storageSize(bytes)}.`)
  print('It contains the keys and what people told this site: keep it where nobody else can read it.')
  if (damaged.length === 0) return 0
  print(`Damaged in the data folder already, and so in the backup: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
  return 1
}
