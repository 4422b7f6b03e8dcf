import { resolve } from 'node:path'
import { inTransaction } from '../../../db/commits.ts'
import { closeDb } from '../../../db/open.ts'
import { type Config, ConfigError, type ConfigFault } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { type Added, addBackup } from '../../platform/backup/add-backup.ts'
import { type BackupPlace, readPlace } from '../../platform/backup/config.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { setByEnvironment } from '../../platform/setting/environment.ts'
import { storedSettings } from '../../platform/setting/stored-settings.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'
import { listBucket } from '../backup/list-bucket.ts'
import { openOwnPlace } from '../backup/open-own-place.ts'
import { passphraseOf } from '../backup/own-passphrase.ts'
import { isDoubted, keepRun, ownerOf, readRuns } from '../backup/runs.ts'
import { splitArguments } from '../command-line/arguments.ts'
import { queueLookOver } from '../doctor/look-over.ts'
import { awaitTurn } from '../site-folder/await-turn.ts'
import { refuseWithoutSite } from '../site-folder/site-folder.ts'
import { openCtx } from './open-ctx.ts'
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
  const ctx = await openCtx(config, machine, place ? print : () => {})
  const damaged = await (place ? addToPlace(ctx, machine, place, print) : writeFileOf(ctx, path ?? '', print)).finally(
    () => closeDb(ctx.db),
  )
  print('It contains the keys and what people told this site: keep it where nobody else can read it.')
  if (damaged.length === 0) return 0
  print(`Damaged in the data folder already, and so in the backup: ${damaged.join(', ')}. See tapedeck doctor --deep.`)
  return 1
}

type Print = (line: string) => void

async function writeFileOf(ctx: Ctx, path: string, print: Print) {
  const { dataDir } = ctx.config
  const passphrase = passphraseOf(ctx)
  const bucketList = ctx.bucket && (await listBucket(ctx.bucket, print))
  const { files, bytes, damaged } = await writeBackup(dataDir, path, new Date(), { bucketList, passphrase })
  print(`${path} has all of ${resolve(dataDir)}: ${files} files, ${storageSize(bytes)}.${sealedWord(passphrase)}`)
  return damaged
}

const sealedWord = (passphrase: string | undefined) => (passphrase === undefined ? '' : ' Encrypted.')

async function addToPlace(ctx: Ctx, machine: Machine, where: string, print: Print) {
  const { config, bucket } = ctx
  const passphrase = passphraseOf(ctx)
  const turn = await awaitTurn(config.dataDir, () => print('Another backup is at work here: waiting.'), 'backup')
  try {
    const env = { ...storedSettings(ctx).values, ...setByEnvironment(machine.env ?? {}) }
    const owner = ownerOf(ctx)
    const startedAt = ctx.now()
    const to = placeAt(where, env, '--to')
    const place = await openOwnPlace(ctx, to)
    const bucketList = bucket && (await listBucket(bucket, print))
    const keepsAll = isDoubted(ctx)
    const added = await addBackup(config.dataDir, place, {
      madeAt: new Date(),
      owner,
      passphrase,
      keepsAll,
      bucketList,
    })
    const { name, files, bytes, newBytes, removed, damaged } = added
    const size = `${storageSize(bytes)}, of which ${storageSize(newBytes)} are new`
    if (isNightlyPlace(to, config)) noteByHand(ctx, startedAt, added)
    print(
      `${place.name} ${name} has all of ${resolve(config.dataDir)}: ${files} files, ${size}.${sealedWord(passphrase)}`,
    )
    if (removed.length > 0) print(`Removed, since newer ones stay: ${removed.join(', ')}.`)
    if (damaged.length > 0) print('No older backup was removed: one of them may have what is damaged here.')
    return damaged
  } finally {
    turn.release()
  }
}

/** Whether a place is that of nightly backups; any place is, where no nightly ones are made. */
const isNightlyPlace = (place: BackupPlace, { backup: { to } }: Config) =>
  to === undefined || Bun.deepEquals(whereOf(to), whereOf(place))

const whereOf = (place: BackupPlace) => (place.kind === 'folder' ? place.path : place.bucket)

/** Notes a backup as one that the service made: it ends the news that the last one failed. */
function noteByHand(ctx: Ctx, startedAt: number, added: Added): void {
  const wasBad = (readRuns(ctx).backup?.problem ?? null) !== null
  inTransaction(ctx.db, () => {
    keepRun(ctx, false, startedAt, { ok: true, ...added })
    if (wasBad) queueLookOver(ctx)
  })
}

/** Reads a place for backups, which somebody named so. Throws ConfigError. */
export function placeAt(where: string, env: Readonly<Record<string, string | undefined>>, called: string): BackupPlace {
  const faults: ConfigFault[] = []
  const place = readPlace(where, env, (name, problem) => void faults.push({ name, problem }), called)
  if (faults.length > 0) throw new ConfigError(faults)
  return place
}
