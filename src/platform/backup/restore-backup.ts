import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { createTarDecoder, type TarHeader } from 'modern-tar'
import { migrations } from '../../../db/migrations/run.ts'
import { giveToOwnerOf, makeFolder } from '../../lib/file/private-files.ts'
import { syncFolder } from '../../lib/file/sync-file.ts'
import { UnusableFileError, unusableDisk } from '../../lib/file/unusable-file.ts'
import { decryptBy, isEncrypted } from './encryption.ts'
import { databaseName, Head, hashIn, headName, isKept, NewerHead, partOf, sumsName } from './format.ts'
import type { Written } from './write-backup.ts'

export type Restored = Written & { madeAt: string }

/** `isTrial`: the stored files outside the tar file are read and not kept. */
export type BackupSource = {
  readonly name: string
  open(): Promise<ReadableStream<Uint8Array>>
  openObject?(sha256: string): Promise<ReadableStream<Uint8Array> | undefined>
  readonly isTrial?: boolean
}

/** `isSet`: a passphrase is in the settings, so that `passphrase` asks nobody. */
export type Unlocking = { isSet: boolean; passphrase: () => string | undefined }

/** Anybody who may write where backups lie can put one there that is not encrypted. */
export const unlocked = (name: string): UnusableFileError =>
  new UnusableFileError(
    name,
    'it is not encrypted, and a passphrase is set',
    'Anybody can have made it. If you trust it, restore it with BACKUP_PASSPHRASE empty.',
  )

/** Returns the backup in a tar file, decrypted if need be. Throws UnusableFileError for none. */
export function backupFile(path: string, { isSet, passphrase }: Unlocking): BackupSource {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new UnusableFileError(path, 'there is no such file', 'Name a backup.')
  return {
    name: path,
    async open() {
      const { first, whole } = await peeked(Bun.file(path).stream())
      if (!isEncrypted(first)) {
        if (isSet) throw unlocked(path)
        return whole
      }
      const given = passphrase()
      if (given === undefined) throw new Error('it is encrypted: set BACKUP_PASSPHRASE')
      return decryptBy(given, whole)
    },
  }
}

const maxHeadBytes = 10_000

/** Names that an empty data folder may contain: the lock, and the entries of a new file system. */
const nothing = new Set(['lock.db', 'lock.json', 'lost+found'])

/** Throws UnusableFileError for a data folder with anything in it. */
export function requireEmptyFolder(dataDir: string): void {
  const found = existsSync(dataDir) ? readdirSync(dataDir).find((name) => !nothing.has(name)) : undefined
  if (found === undefined) return
  throw new UnusableFileError(dataDir, `it is not empty (${found})`, 'Name an empty folder with DATA_DIR.')
}

/**
 * Restores a backup to a data folder that is empty and locked (rule: backup). A damaged backup
 * changes nothing: its restored part is removed again. Throws UnusableFileError.
 */
export async function restoreBackup(dataDir: string, source: BackupSource): Promise<Restored> {
  requireEmptyFolder(dataDir)
  const made = new Set<string>()
  try {
    return await unpack(dataDir, source, made)
  } catch (error) {
    for (const name of made) rmSync(join(dataDir, name), { recursive: true, force: true })
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    if (error instanceof UnusableFileError) throw error
    throw unusableDisk(dataDir, error) ?? new UnusableFileError(source.name, reason, 'Nothing was restored.')
  }
}

async function unpack(dataDir: string, source: BackupSource, made: Set<string>): Promise<Restored> {
  const database = join(dataDir, databaseName)
  // From the first moment on the folder is marked as incomplete.
  await writeFile(partOf(database), '', { mode: 0o600, flag: 'wx' })
  giveToOwnerOf(dataDir, partOf(database))
  made.add(partOf(databaseName))
  let head: Head | undefined
  let sums: Map<string, string> | undefined
  let bytes = 0
  const hashes = new Map<string, string>()
  const entries = (await uncompressed(await source.open())).pipeThrough(createTarDecoder({ strict: true }))
  for await (const entry of entries) {
    const { name, size } = entry.header
    if (!head) head = await readHead(entry)
    else if (name === sumsName) {
      sums = readSums(await new Response(entry.body).text())
      break
    } else {
      hashes.set(name, await save(dataDir, entry, made))
      // Before the rest, which may be large.
      if (name === databaseName) refuseUnusable(partOf(database), head.version)
      bytes += size
    }
  }
  if (!head || !sums || sums.size !== head.files) throw new Error('it was cut short')
  for (const name of sums.keys()) {
    const sha256 = hashIn(name)
    if (hashes.has(name) || sha256 === undefined || !source.openObject) continue
    const body = await source.openObject(sha256)
    if (!body) continue
    const entry: Entry = { header: { name, size: 0, type: 'file' }, body }
    const { size, hash } = await saveCounted(dataDir, entry, made)
    // A trial needs room for the largest file alone.
    if (source.isTrial) rmSync(join(dataDir, name))
    hashes.set(name, hash)
    bytes += size
  }
  refuseOther(hashes, sums)
  await rename(partOf(database), database)
  await syncFolder(dataDir)
  const damaged = [...hashes].filter(([name, hash]) => (hashIn(name) ?? hash) !== hash).map(([name]) => name)
  return { files: hashes.size, bytes, madeAt: head.madeAt, damaged }
}

// The bytes that a file of gzip begins with (RFC 1952).
const gzipMagic = Buffer.from([0x1f, 0x8b])

async function uncompressed(bytes: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const { first, whole } = await peeked(bytes)
  const isCompressed = gzipMagic.equals(first.subarray(0, gzipMagic.length))
  return isCompressed ? whole.pipeThrough(new DecompressionStream('gzip')) : whole
}

/** Returns the first piece of a stream, and all of it: a path opened twice may be two files. */
async function peeked(bytes: ReadableStream<Uint8Array>) {
  const reader = bytes.getReader()
  const { done, value } = await reader.read()
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      if (value) controller.enqueue(new Uint8Array(value))
      if (done) controller.close()
    },
    async pull(controller) {
      const next = await reader.read()
      if (next.done) controller.close()
      else controller.enqueue(new Uint8Array(next.value))
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { first: value ?? new Uint8Array(), whole }
}

type Entry = { header: Pick<TarHeader, 'name' | 'size' | 'type'>; body: ReadableStream<Uint8Array> }

const readSums = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, hash = '', name = '']) => [name, hash]))

/** Throws for a file that differs from the backup's list, is missing, or is not listed. */
function refuseOther(found: ReadonlyMap<string, string>, sums: ReadonlyMap<string, string>): void {
  for (const [name, hash] of sums) {
    if (!found.has(name)) throw new Error(`its file ${name} is missing`)
    if (found.get(name) !== hash) throw new Error(`its file ${name} is damaged`)
  }
  const unnamed = [...found.keys()].find((name) => !sums.has(name))
  if (unnamed !== undefined) throw new Error(`it has a file "${unnamed}" whose hash it does not name`)
  if (!found.has(databaseName)) throw new Error('it has no database')
}

async function readHead({ header, body }: Entry): Promise<Head> {
  const isRead = header.name === headName && header.size <= maxHeadBytes
  const head: unknown = isRead ? await new Response(body).json().catch(() => undefined) : undefined
  if (Value.Check(NewerHead, head)) throw new Error(newerText(head.version))
  if (!Value.Check(Head, head)) throw new Error('it is no backup of this program')
  return head
}

const save = async (dataDir: string, entry: Entry, made: Set<string>): Promise<string> =>
  (await saveCounted(dataDir, entry, made)).hash

async function saveCounted(dataDir: string, { header, body }: Entry, made: Set<string>) {
  const { name, type } = header
  if (type !== 'file' || !isKept(name)) throw new Error(`it has a file "${name}" that no backup has`)
  const isDatabase = name === databaseName
  const target = join(dataDir, isDatabase ? partOf(name) : name)
  makeFolder(dataDir, dirname(target))
  const file = await open(target, isDatabase ? 'w' : 'wx', 0o600)
  made.add(name.split('/')[0] ?? name)
  giveToOwnerOf(dataDir, target)
  const hasher = new Bun.CryptoHasher('sha256')
  let size = 0
  try {
    for await (const piece of body) {
      hasher.update(piece)
      size += piece.length
      await file.appendFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, hash: hasher.digest('hex') }
}

const newerText = (madeBy: string) =>
  `it was made by Tapedeck ${madeBy}, which is newer than this one; restore it with that version`

const unknownText = (madeBy: string) =>
  `it was made by Tapedeck ${madeBy}, whose database this one does not know; restore it with that version`

/** Throws for a database that is damaged, or that this version cannot open. */
function refuseUnusable(path: string, madeBy: string): void {
  const db = new Database(path, { readonly: true, strict: true })
  try {
    const found = db.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
    if (found !== 'ok') throw new Error('its database is damaged')
    // Raw: the schema of a file that may be anything.
    const isOfSite = db.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== null
    if (!isOfSite) throw new Error('its database is empty')
    const applied = db.query<{ name: string }, []>('SELECT name FROM migrations').all()
    const known = new Set(migrations.map(({ name }) => name))
    const unknown = applied.filter(({ name }) => !known.has(name))
    const newest = migrations.at(-1)?.name ?? ''
    if (unknown.some(({ name }) => name > newest)) throw new Error(newerText(madeBy))
    if (unknown.length > 0) throw new Error(unknownText(madeBy))
  } finally {
    db.close()
  }
}
