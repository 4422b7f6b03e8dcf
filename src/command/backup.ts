import { writeBackup } from '../backup/write-backup.ts'
import type { Config } from '../config.ts'
import { storageSize } from '../storage/usage-words.ts'

/** `tapedeck backup FILE`: writes the whole data folder into one file (rule 1.8). Returns the exit code. */
export async function backupCommand(
  { dataDir }: Config,
  path: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (path === undefined) {
    print('Usage: tapedeck backup FILE')
    return 1
  }
  const { files, bytes } = await writeBackup(dataDir, path, new Date())
  print(`${path} has all of ${dataDir}: ${files} files, ${storageSize(bytes)}.`)
  print('It contains the keys and what people told this site: keep it where nobody else can read it.')
  return 0
}
