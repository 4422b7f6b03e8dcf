import { existsSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../lib/sync-file.ts'
import { UnusableFileError } from '../../lib/unusable-file.ts'
import { version } from '../version.ts'
import { type Head, hashIn, headName, sumsName } from './format.ts'
import { type HeldFile, holdFiles } from './held-files.ts'
import { backupsToKeep } from './retention.ts'
import type { Written } from './write-backup.ts'

const named = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

/** The name of a backup in a folder of backups: when it was made, in UTC. */
const nameAt = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** A backup in a folder of backups. `time` is in milliseconds. */
type Made = { name: string; time: number }

/** Returns the whole backups of a folder, oldest first. */
export function backupsIn(folder: string): Made[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, ...clock] = named.exec(name) ?? []
      return day === undefined ? [] : [{ name, time: Date.parse(`${day}T${clock.join(':')}Z`) }]
    })
    .toSorted((a, b) => a.time - b.time)
}

/** The backup that was added to a folder, and the old ones that were removed. */
export type Added = Written & { path: string; newBytes: number; removed: string[] }

/**
 * Adds a backup to a folder of backups, while the service goes on (rule: backup-folder). Each is a
 * folder with all files of the site. A stored file that the one before has too is a link to it: it
 * takes no room and no time. The new backup is read again and compared, and only then old ones are
 * removed. Throws UnusableFileError.
 */
export async function addBackup(dataDir: string, folder: string, madeAt: Date, bucketList?: string): Promise<Added> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UnusableFileError(folder, 'there is no such folder', 'Create it, or name one that is there.')
  const path = join(folder, nameAt(madeAt))
  if (existsSync(path)) throw new UnusableFileError(path, 'it exists already', 'Wait a second.')
  const last = backupsIn(folder).at(-1)
  using held = holdFiles(dataDir, bucketList)
  const part = `${path}.part`
  try {
    mkdirSync(part, { mode: 0o700 })
    const written = await writeAll(held.files, part, last && join(folder, last.name), madeAt)
    await rename(part, path)
    await syncFolder(folder)
    return { ...written, path, removed: written.damaged.length > 0 ? [] : await removeOld(folder) }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function writeAll(files: readonly HeldFile[], part: string, last: string | undefined, madeAt: Date) {
  const sums: string[] = []
  const damaged: string[] = []
  let [bytes, newBytes] = [0, 0]
  for (const { name, path } of files) {
    const { size } = await stat(path)
    const target = join(part, name)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const known = hashIn(name)
    const isLinked = known !== undefined && last !== undefined && linked(join(last, name), target, size)
    const hash = isLinked ? known : await copy(path, target, size)
    if (known !== undefined && hash !== known) damaged.push(name)
    sums.push(`${hash}  ${name}\n`)
    bytes += size
    if (!isLinked) newBytes += size
  }
  await writeFile(join(part, sumsName), sums.join(''), { mode: 0o600, flush: true })
  const head: Head = {
    program: 'tapedeck',
    format: 2,
    version,
    madeAt: madeAt.toISOString(),
    files: files.length,
  }
  await writeFile(join(part, headName), JSON.stringify(head), { mode: 0o600, flush: true })
  return { files: files.length, bytes, newBytes, damaged }
}

/**
 * Links a file of the backup before, if it has it in that length; false where there can be no
 * links.
 */
function linked(before: string, target: string, size: number): boolean {
  if (statSync(before, { throwIfNoEntry: false })?.size !== size) return false
  try {
    linkSync(before, target)
    return true
  } catch {
    return false
  }
}

/**
 * Copies so many bytes of a file, reads them again, and returns their SHA-256. Throws when they
 * differ.
 */
async function copy(from: string, to: string, size: number): Promise<string> {
  const file = await open(to, 'wx', 0o600)
  const hasher = new Bun.CryptoHasher('sha256')
  try {
    // An upload may grow meanwhile.
    for await (const piece of Bun.file(from).slice(0, size).stream()) {
      hasher.update(piece)
      await file.appendFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const hash = hasher.digest('hex')
  const again = new Bun.CryptoHasher('sha256')
  for await (const piece of Bun.file(to).stream()) again.update(piece)
  if (again.digest('hex') !== hash)
    throw new UnusableFileError(to, 'it was read back as other bytes than were written', 'Check the disk.')
  return hash
}

/** Removes the backups that need not stay, and returns their names. */
async function removeOld(folder: string): Promise<string[]> {
  const all = backupsIn(folder)
  const stay = backupsToKeep(all.map(({ time }) => time))
  const old = all.filter(({ time }) => !stay.has(time))
  // Renamed first: one that is half removed is no backup any more.
  for (const { name } of old) {
    const going = join(folder, `${name}.old`)
    await rename(join(folder, name), going)
    await rm(going, { recursive: true, force: true })
  }
  return old.map(({ name }) => name)
}
