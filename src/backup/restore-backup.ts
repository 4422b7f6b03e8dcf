import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { syncFolder } from '../lib/sync-file.ts'
import { UnusableFileError, unusableDisk } from '../lib/unusable-file.ts'
import { databaseName, Head, hashIn, headName, isKept } from './format.ts'
import type { Amount } from './write-backup.ts'

/** What was restored, and when it was backed up (ISO 8601). */
export type Restored = Amount & { madeAt: string }

const maxHeadBytes = 10_000

/** Names that an empty data folder may have: the lock, and what a new file system begins with. */
const nothing = new Set(['lock.db', 'lock.json', 'lost+found'])

/** Throws UnusableFileError for a data folder with anything in it. */
export function refuseFilled(dataDir: string): void {
  const found = existsSync(dataDir) ? readdirSync(dataDir).find((name) => !nothing.has(name)) : undefined
  if (found === undefined) return
  throw new UnusableFileError(dataDir, `it is not empty (${found})`, 'Name an empty folder with DATA_DIR.')
}

/**
 * Restores a backup to a data folder that is empty and locked (rule 1.8). A backup that is damaged changes nothing:
 * what was restored of it goes again. Throws UnusableFileError.
 */
export async function restoreBackup(dataDir: string, path: string): Promise<Restored> {
  refuseFilled(dataDir)
  if (!existsSync(path)) throw new UnusableFileError(path, 'there is no such file', 'Name a backup.')
  const made = new Set<string>()
  try {
    return await unpack(dataDir, path, made)
  } catch (error) {
    for (const name of made) rmSync(join(dataDir, name), { recursive: true, force: true })
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw unusableDisk(dataDir, error) ?? new UnusableFileError(path, reason, 'Nothing was restored.')
  }
}

async function unpack(dataDir: string, path: string, made: Set<string>): Promise<Restored> {
  let head: Head | undefined
  let [files, bytes] = [0, 0]
  for await (const entry of Bun.file(path)
    .stream()
    .pipeThrough(createTarDecoder({ strict: true }))) {
    const { name, size } = entry.header
    if (!head) head = await readHead(entry)
    else {
      await save(dataDir, entry, made)
      files += 1
      bytes += size
      if (name === databaseName) break
    }
  }
  const database = join(dataDir, databaseName)
  if (!head || !existsSync(partOf(database))) throw new Error('it was cut short')
  refuseDamaged(partOf(database))
  await rename(partOf(database), database)
  await syncFolder(dataDir)
  return { files, bytes, madeAt: head.madeAt }
}

async function readHead({ header, body }: ParsedTarEntry): Promise<Head> {
  const isRead = header.name === headName && header.size <= maxHeadBytes
  const head: unknown = isRead ? await new Response(body).json().catch(() => undefined) : undefined
  if (!Value.Check(Head, head)) throw new Error('it is no backup of this program')
  return head
}

/** The database gets its name at the end: a folder without it was not restored whole. */
const partOf = (database: string) => `${database}.part`

async function save(dataDir: string, { header, body }: ParsedTarEntry, made: Set<string>): Promise<void> {
  const { name, type } = header
  if (type !== 'file' || !isKept(name)) throw new Error(`it has a file "${name}" that no backup has`)
  const target = name === databaseName ? partOf(join(dataDir, name)) : join(dataDir, name)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const file = await open(target, 'wx', 0o600)
  made.add(name.split('/')[0] ?? name).add(`${databaseName}.part`)
  const hasher = new Bun.CryptoHasher('sha256')
  try {
    for await (const piece of body) {
      hasher.update(piece)
      await file.appendFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const hash = hashIn(name)
  if (hash !== undefined && hasher.digest('hex') !== hash) throw new Error(`its file ${name} is damaged`)
}

function refuseDamaged(path: string): void {
  const db = new Database(path, { readonly: true, strict: true })
  try {
    const found = db.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
    if (found !== 'ok') throw new Error('its database is damaged')
  } finally {
    db.close()
  }
}
