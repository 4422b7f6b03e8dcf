import { Database } from 'bun:sqlite'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { giveToOwnerOf } from '../../lib/file/private-files.ts'
import { bucketListName, databaseName, isKept, secretsName, testDatabaseName } from './format.ts'

/** A file of a backup, and where its bytes are. */
export type HeldFile = { name: string; path: string }

/**
 * Holds the files of a data folder as they are now, while the service continues: copies of the
 * databases, and links to stored files, which remain when the service deletes one. They are
 * released at the end of the scope. `bucketList`: the list of the bucket's content. `prefix`: of
 * the folder that they are held in.
 */
export function holdFiles(
  dataDir: string,
  bucketList?: string,
  prefix = 'backup-',
): Disposable & { files: HeldFile[] } {
  const scratch = join(dataDir, 'blobs/scratch')
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  // Serving empties this folder when it starts: a backup that was killed leaves nothing for long.
  const aside = mkdtempSync(join(scratch, prefix))
  for (const path of [scratch, aside]) giveToOwnerOf(dataDir, path)
  const [stored, copies] = [new Map<string, string>(), new Map<string, string>()]
  const release = () => rmSync(aside, { recursive: true, force: true })
  try {
    // Before and after the copy: a file that the copy names existed at one of these moments.
    holdStored(dataDir, aside, stored)
    for (const name of [testDatabaseName, databaseName]) {
      if (!existsSync(join(dataDir, name))) continue
      copyDatabase(join(dataDir, name), join(aside, name))
      copies.set(name, join(aside, name))
    }
    holdStored(dataDir, aside, stored)
  } catch (error) {
    release()
    throw error
  }
  if (bucketList !== undefined) {
    writeFileSync(join(aside, bucketListName), bucketList, { mode: 0o600 })
    copies.set(bucketListName, join(aside, bucketListName))
  }
  const uploads = uploadsOf(dataDir).map(
    (name) => [name, linked(join(dataDir, name), join(aside, basename(name)))] as const,
  )
  // The databases first: a backup of a newer version is refused before the rest is unpacked.
  const files = [[secretsName, join(dataDir, secretsName)] as const, ...copies, ...uploads, ...stored]
    .filter(([, path]) => existsSync(path))
    .map(([name, path]) => ({ name, path }))
  return { files, [Symbol.dispose]: release }
}

function holdStored(dataDir: string, aside: string, held: Map<string, string>): void {
  for (const folder of readdirSync(join(dataDir, 'blobs'))) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const hash of readdirSync(join(dataDir, 'blobs', folder))) {
      const name = `blobs/${folder}/${hash}`
      if (!held.has(name) && isKept(name)) held.set(name, linked(join(dataDir, name), join(aside, hash)))
    }
  }
}

/** Returns the path of a link, or of the file itself where the file system has no links. */
function linked(path: string, link: string): string {
  try {
    linkSync(path, link)
    return link
  } catch {
    return path
  }
}

/** Uploads in progress continue after a restore, from the part that had arrived. */
function uploadsOf(dataDir: string): string[] {
  const dir = join(dataDir, 'uploads')
  return existsSync(dir)
    ? readdirSync(dir)
        .map((name) => `uploads/${name}`)
        .filter(isKept)
    : []
}

/**
 * Copies a database to a new file as it is at one moment, while other processes write to it. SQLite
 * makes the copy (https://sqlite.org/lang_vacuum.html): closing any other handle of the file would
 * release this process's locks on it.
 */
export function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readwrite: true, strict: true })
  try {
    db.run('PRAGMA busy_timeout = 5000')
    db.run('VACUUM INTO ?', [to])
  } finally {
    db.close()
  }
}
