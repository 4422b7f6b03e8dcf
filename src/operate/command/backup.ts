import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { addBackup } from '../../platform/backup/backup-folder.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { hashOfKey } from '../../platform/blob/bucket-key.ts'
import { type Bucket, createBucket } from '../../platform/bucket/bucket.ts'
import { toBucketError } from '../../platform/bucket/bucket-error.ts'
import { storageSize } from '../../platform/storage/usage-words.ts'
import { splitArguments } from './arguments.ts'
import { refuseWithoutSite } from './site-folder.ts'

/**
 * `tapedeck backup FILE`: writes the whole data folder into one file (rule: backup), and with `--to
 * FOLDER` adds it to a folder of backups (rule: backup-folder). Returns the exit code: 1 where a
 * stored file is damaged.
 */
export async function backupCommand(
  { dataDir, bucket }: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { operands, given } = splitArguments('backup', args)
  const [[path], folder] = [operands, given.get('--to')]
  if (!path === !folder) {
    print('Usage: tapedeck backup FILE, or tapedeck backup --to FOLDER')
    return 1
  }
  refuseWithoutSite(dataDir)
  const listed = bucket && (await listBucket(createBucket(bucket), print))
  const damaged = await (folder
    ? addToFolder(dataDir, folder, listed, print)
    : writeFileOf(dataDir, path ?? '', listed, print))
  print('It contains the keys and what people told this site: keep it where nobody else can read it.')
  if (damaged.length === 0) return 0
  print(`Damaged in the data folder already, and so in the backup: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
  return 1
}

type Print = (line: string) => void

async function writeFileOf(dataDir: string, path: string, listed: string | undefined, print: Print) {
  const { files, bytes, damaged } = await writeBackup(dataDir, path, new Date(), listed)
  print(`${path} has all of ${resolve(dataDir)}: ${files} files, ${storageSize(bytes)}.`)
  return damaged
}

async function addToFolder(dataDir: string, folder: string, listed: string | undefined, print: Print) {
  const { path, files, bytes, newBytes, removed, damaged } = await addBackup(dataDir, folder, new Date(), listed)
  const size = `${storageSize(bytes)}, of which ${storageSize(newBytes)} are new`
  print(`${path} has all of ${resolve(dataDir)}: ${files} files, ${size}.`)
  if (removed.length > 0) print(`Removed, since newer ones stay: ${removed.join(', ')}.`)
  if (damaged.length > 0) print('No older backup was removed: one of them may have what is damaged here.')
  return damaged
}

/**
 * Returns the hashes of the files in a bucket; undefined when it cannot be listed, which does not
 * prevent a backup.
 */
async function listBucket(bucket: Bucket, print: (line: string) => void): Promise<string | undefined> {
  const lines: string[] = []
  try {
    for await (const { key } of bucket.list('')) {
      const sha256 = hashOfKey(key)
      if (sha256 !== undefined) lines.push(`${sha256}  ${key}\n`)
    }
  } catch (thrown) {
    print(
      `The files in ${bucket.name} could not be listed, so their list is not in the backup. ${toBucketError(thrown).said}`,
    )
    return undefined
  }
  print(`${lines.length} files are in ${bucket.name}: the backup has their hashes, so keep the bucket too.`)
  return lines.join('')
}
