import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Config, ConfigError, type ConfigFault } from '../../config.ts'
import { folderAdvice } from '../../create-context.ts'
import { giveToOwnerOf } from '../../lib/private-files.ts'
import { openedAt } from '../../lib/unusable-file.ts'
import { readPlace } from '../../platform/backup/config.ts'
import { findBackup } from '../../platform/backup/find-backup.ts'
import { openPlace } from '../../platform/backup/place.ts'
import {
  type BackupSource,
  backupFile,
  requireEmptyFolder,
  restoreBackup,
} from '../../platform/backup/restore-backup.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'
import { splitArguments } from './arguments.ts'
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

/** Asks somebody at a terminal; null where nobody is. */
type Asking = { ask(words: string): string | null }

/**
 * `tapedeck restore FILE|PLACE`: puts a backup into an empty data folder (rule: backup), of a place
 * the newest or the one of `--at`. Returns the exit code.
 */
export async function restoreCommand(
  { dataDir, backup }: Config,
  { pids, env = {}, ask }: Pick<Machine, 'pids' | 'env'> & Asking,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { operands, given } = splitArguments('restore', args)
  const [path] = operands
  if (!path) {
    print('Usage: tapedeck restore FILE, or tapedeck restore FOLDER or s3://BUCKET')
    return 1
  }
  requireEmptyFolder(dataDir)
  const passphrase = () => backup.passphrase ?? ask('Passphrase of the backup:') ?? undefined
  const source = await sourceOf(path, given.get('--at'), env, passphrase)
  makeFolder(resolve(dataDir))
  const lock = lockFolder(dataDir, pids.own)
  try {
    const { files, bytes, madeAt, damaged } = await restoreBackup(dataDir, source)
    print(`${resolve(dataDir)} is as it was on ${madeAt}: ${files} files, ${storageSize(bytes)}.`)
    if (damaged.length > 0) print(`Damaged when it was backed up: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
    print('Now start tapedeck. If it takes payments, then run tapedeck doctor --fix: it fetches what was paid since.')
    return 0
  } finally {
    lock.release()
  }
}

async function sourceOf(
  path: string,
  name: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  passphrase: () => string | undefined,
): Promise<BackupSource> {
  const isBucket = path.startsWith('s3:')
  if (!isBucket && !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return backupFile(path)
  const faults: ConfigFault[] = []
  const place = readPlace(path, env, (setting, problem) => void faults.push({ name: setting, problem }))
  if (faults.length > 0) throw new ConfigError(faults)
  return findBackup(openPlace(place), { name, now: Date.now(), passphrase })
}
