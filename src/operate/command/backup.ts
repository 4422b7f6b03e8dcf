import { resolve } from 'node:path'
import { closeDb } from '../../../db/open.ts'
import { type Config, ConfigError } from '../../config.ts'
import { addBackup } from '../../platform/backup/add-backup.ts'
import { readPlace } from '../../platform/backup/config.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { createBucket } from '../../platform/bucket/bucket.ts'
import { storedSettings } from '../../platform/setting/stored-settings.ts'
import { setByEnvironment } from '../../platform/setting/with-stored-settings.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'
import { listBucket } from '../backup/list-bucket.ts'
import { isDoubted } from '../backup/runs.ts'
import { splitArguments } from './arguments.ts'
import { awaitTurn } from './await-turn.ts'
import { openCtx } from './open-ctx.ts'
import { refuseWithoutSite } from './site-folder.ts'
import type { Machine } from './start-serving.ts'

/**
 * `tapedeck backup FILE`: writes the whole data folder into one file (rule: backup), and with `--to
 * PLACE` adds it to a folder or bucket of backups (rule: backup-place). Returns the exit code: 1
 * where a stored file is damaged.
 */
export async function backupCommand(
  config: Config,
  machine: Machine,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { operands, given } = splitArguments('backup', args)
  const [[path], place] = [operands, given.get('--to')]
  if (!path === !place) {
    print('Usage: tapedeck backup FILE, or tapedeck backup --to FOLDER or s3://BUCKET')
    return 1
  }
  refuseWithoutSite(config.dataDir)
  const damaged = await (place ? addToPlace(config, machine, place, print) : writeFileOf(config, path ?? '', print))
  print('It contains the keys and what people told this site: keep it where nobody else can read it.')
  if (damaged.length === 0) return 0
  print(`Damaged in the data folder already, and so in the backup: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
  return 1
}

type Print = (line: string) => void

async function writeFileOf({ dataDir, bucket }: Config, path: string, print: Print) {
  const listed = bucket && (await listBucket(createBucket(bucket), print))
  const { files, bytes, damaged } = await writeBackup(dataDir, path, new Date(), listed)
  print(`${path} has all of ${resolve(dataDir)}: ${files} files, ${storageSize(bytes)}.`)
  return damaged
}

async function addToPlace(given: Config, machine: Machine, where: string, print: Print) {
  const ctx = await openCtx(given, machine, print)
  const turn = await awaitTurn(given.dataDir, () => print('Another backup is at work here: waiting.'), 'backup')
  try {
    const { config, bucket, db } = ctx
    const env = { ...storedSettings(db, config.dataDir), ...setByEnvironment(machine.env ?? {}) }
    const faults: { name: string; problem: string }[] = []
    const place = openPlaceOf(
      readPlace(where, env, (name, problem) => void faults.push({ name, problem })),
      faults,
    )
    const bucketList = bucket && (await listBucket(bucket, print))
    const { passphrase } = config.backup
    const keepsAll = isDoubted(ctx)
    const added = await addBackup(config.dataDir, place, { madeAt: new Date(), passphrase, keepsAll, bucketList })
    const { name, files, bytes, newBytes, removed, damaged } = added
    const size = `${storageSize(bytes)}, of which ${storageSize(newBytes)} are new`
    const sealed = passphrase === undefined ? '' : ' Encrypted.'
    print(`${place.name} ${name} has all of ${resolve(config.dataDir)}: ${files} files, ${size}.${sealed}`)
    if (removed.length > 0) print(`Removed, since newer ones stay: ${removed.join(', ')}.`)
    if (damaged.length > 0) print('No older backup was removed: one of them may have what is damaged here.')
    return damaged
  } finally {
    turn.release()
    closeDb(ctx.db)
  }
}

function openPlaceOf(place: ReturnType<typeof readPlace>, faults: { name: string; problem: string }[]) {
  if (faults.length > 0) throw new ConfigError(faults)
  return openPlace(place)
}
