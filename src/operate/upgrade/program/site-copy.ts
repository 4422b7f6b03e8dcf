import { Database } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isBusy } from '../../../../db/is-busy.ts'
import { diskFaultOf } from '../../../lib/file/disk-fault.ts'
import { giveToOwnerOf } from '../../../lib/file/private-files.ts'
import { syncFile, syncFolder } from '../../../lib/file/sync-file.ts'
import { databaseName, secretsName, testDatabaseName } from '../../../platform/backup/format.ts'
import { copyDatabase } from '../../../platform/backup/held-files.ts'

const databases = [databaseName, testDatabaseName]

/** An upgrade's folders: what the site was before, what was tried, and what did not work. */
export const folderOf = (dataDir: string, name: 'before' | 'trial' | 'failed'): string => join(dataDir, 'upgrade', name)

/**
 * Copies databases and keys of a site into a folder, as they are at one moment, also while it is
 * served. Music and pictures stay where they are: no upgrade changes them.
 */
export function copySite(dataDir: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true, mode: 0o700 })
  try {
    for (const name of databases.filter((each) => existsSync(join(dataDir, each))))
      copyDatabase(join(dataDir, name), join(to, name))
    if (existsSync(join(dataDir, secretsName))) copyFileSync(join(dataDir, secretsName), join(to, secretsName))
  } catch (error) {
    // A part of a copy would only keep a full disk full.
    rmSync(to, { recursive: true, force: true })
    throw error
  }
  for (const path of [join(dataDir, 'upgrade'), to, ...databases.map((name) => join(to, name)), join(to, secretsName)])
    if (existsSync(path)) giveToOwnerOf(dataDir, path)
}

/** Copies a copy once more; where the file system can, the two share their bytes. */
export function copyCopy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of [...databases, secretsName])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
}

/** Returns the names of the steps that brought the database of a folder to its form. */
export function stepsOf(folder: string): string[] {
  try {
    // So SQLite makes no file beside its log, for which a full disk has no room.
    return readSteps(folder, 'EXCLUSIVE')
  } catch (error) {
    if (!isBusy(error)) throw error
    // Another program has it open, such as one that replicates it: then that file is there.
    return readSteps(folder, 'NORMAL')
  }
}

function readSteps(folder: string, lockingMode: 'EXCLUSIVE' | 'NORMAL'): string[] {
  const db = new Database(join(folder, databaseName), { readwrite: true, strict: true })
  try {
    db.run(`PRAGMA locking_mode = ${lockingMode}`)
    // Raw: it looks into a database that another version made, which this schema may not fit.
    return db
      .query<{ name: string }, []>('SELECT name FROM migrations ORDER BY name')
      .all()
      .map(({ name }) => name)
  } finally {
    db.close()
  }
}

/**
 * Moves the databases of the copy back in place of those of a site that is not served, and keeps
 * these aside. Wherever it is cut off, each name is one of the two databases, whole. It needs
 * hardly any room: a full disk may be why the new version did not start.
 */
export async function putBack(dataDir: string): Promise<void> {
  const failed = folderOf(dataDir, 'failed')
  rmSync(failed, { recursive: true, force: true })
  mkdirSync(failed, { mode: 0o700 })
  giveToOwnerOf(dataDir, failed)
  for (const name of databases) {
    const [kept, present] = [join(folderOf(dataDir, 'before'), name), join(dataDir, name)]
    if (!existsSync(kept)) continue
    await syncFile(kept)
    takeLogAway(present, failed)
    linkSync(present, join(failed, name))
    renameSync(kept, present)
  }
  await syncFolder(dataDir)
}

/**
 * Takes what the log of a database holds into its file; where there is no room, or another program
 * reads it, the log goes into that folder. Beside another database of that name SQLite would mix
 * the two.
 */
function takeLogAway(path: string, folder: string): void {
  const db = new Database(path, { readwrite: true, strict: true })
  try {
    if (!isTruncated(db)) linkSync(`${path}-wal`, join(folder, `${basename(path)}-wal`))
  } finally {
    db.close()
  }
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
}

function isTruncated(db: Database): boolean {
  try {
    return db.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch (error) {
    if (diskFaultOf(error)?.kind !== 'full') throw error
    return false
  }
}
