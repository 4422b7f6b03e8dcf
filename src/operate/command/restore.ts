import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { folderAdvice } from '../../create-context.ts'
import { giveToOwnerOf } from '../../lib/file/private-files.ts'
import { openedAt } from '../../lib/file/unusable-file.ts'
import { findBackup } from '../../platform/backup/find-backup.ts'
import { openPlace } from '../../platform/backup/place.ts'
import {
  type BackupSource,
  backupFile,
  requireEmptyFolder,
  restoreBackup,
  type Unlocking,
} from '../../platform/backup/restore-backup.ts'
import { markRestored } from '../../platform/instance.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'
import { splitArguments } from '../command-line/arguments.ts'
import { lockFolder } from '../site-folder/lock-folder.ts'
import { placeAt } from './backup.ts'
import type { Machine } from './start-serving.ts'

/** Root gives the folder to the owner of its parent folder (rule: data-folder). */
function makeFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  openedAt(dataDir, folderAdvice, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  giveToOwnerOf(dirname(dataDir), dataDir)
}

const lookLines = ['Now start tapedeck: this is a copy for a look, which sends, sells, pays and backs up nothing.']

const lines = [
  'Is this the site from now on? Then run tapedeck promote, which fetches what was paid since, and start tapedeck.',
  'Started without that, it is a copy for a look: it sends, sells, pays and backs up nothing until its owner says',
  'at the desk, under Health, that it is the site.',
  'What cost nothing since then is lost: new codes and uses of download codes, free cassets, new accounts, settings,',
  'what artists uploaded, hid or no longer permit, new passwords, decisions of moderation, and that somebody left a',
  'mailing list, letters or follows by email, or deleted their account.',
]

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
  const source = await sourceOf(path, given.get('--at'), env, { isSet: backup.passphrase !== undefined, passphrase })
  makeFolder(resolve(dataDir))
  const lock = lockFolder(dataDir, pids.own)
  try {
    const { files, bytes, madeAt, damaged } = await restoreBackup(dataDir, source)
    print(`${resolve(dataDir)} is as it was on ${madeAt}: ${files} files, ${storageSize(bytes)}.`)
    if (damaged.length > 0) print(`Damaged when it was backed up: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
    const isLook = args.includes('--look')
    markRestored(dataDir, { madeAt: Date.parse(madeAt), isLook })
    for (const line of isLook ? lookLines : lines) print(line)
    return 0
  } finally {
    lock.release()
  }
}

async function sourceOf(
  path: string,
  name: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  unlocking: Unlocking,
): Promise<BackupSource> {
  const isBucket = path.startsWith('s3:')
  if (!isBucket && !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return backupFile(path, unlocking)
  return findBackup(openPlace(placeAt(path, env, 'its name')), { name, now: Date.now(), ...unlocking })
}
