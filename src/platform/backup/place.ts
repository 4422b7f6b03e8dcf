import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveToOwnerOf, makeFolder } from '../../lib/private-files.ts'
import { syncFolder } from '../../lib/sync-file.ts'
import { UnusableFileError } from '../../lib/unusable-file.ts'
import { createBucket } from '../bucket/bucket.ts'
import { fixOf, toBucketError } from '../bucket/bucket-error.ts'
import type { BackupPlace } from './config.ts'

type Bytes = ReadableStream<Uint8Array>

/**
 * A folder or bucket that keeps backups, as files by their keys. A file is there whole or not at
 * all. All throw UnusableFileError.
 */
export type Place = {
  /** Its name for people. */
  readonly name: string
  /** Stores a file of this disk. */
  put(key: string, path: string): Promise<void>
  /** Opens a file. */
  open(key: string): Promise<Bytes>
  /** Returns the keys that begin with some characters. */
  list(start: string): Promise<Set<string>>
  remove(key: string): Promise<void>
}

/** Opens a place for backups. Throws UnusableFileError for a folder that is not there. */
export const openPlace = (place: BackupPlace): Place =>
  place.kind === 'folder' ? openFolder(place.path) : openBucket(place)

function openFolder(folder: string): Place {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UnusableFileError(folder, 'there is no such folder', 'Create it, or name one that is there.')
  return {
    name: folder,
    async put(key, path) {
      const target = join(folder, key)
      makeFolder(folder, dirname(target))
      const part = `${target}.part`
      rmSync(part, { force: true })
      const file = await open(part, 'wx', 0o600)
      // Root may add by hand, and the service then reads and removes it.
      giveToOwnerOf(folder, part)
      try {
        for await (const piece of Bun.file(path).stream()) await file.appendFile(piece)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, target)
      await syncFolder(dirname(target))
    },
    async open(key) {
      const path = join(folder, key)
      if (!existsSync(path)) throw new UnusableFileError(path, 'there is no such file', 'It was removed by somebody.')
      return Bun.file(path).stream()
    },
    list: async (start) => {
      const [top = ''] = start.split('/')
      const from = join(folder, top)
      if (!existsSync(from)) return new Set()
      const names = statSync(from).isDirectory() ? readdirSync(from, { recursive: true, encoding: 'utf8' }) : ['']
      const keys = names.map((name) => (name === '' ? top : `${top}/${name}`))
      return new Set(keys.filter((key) => key.startsWith(start) && statSync(join(folder, key)).isFile()))
    },
    remove: async (key) => rmSync(join(folder, key), { force: true }),
  }
}

function openBucket({ bucket: config }: Extract<BackupPlace, { kind: 'bucket' }>): Place {
  const bucket = createBucket(config)
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      const error = toBucketError(thrown)
      throw new UnusableFileError(bucket.name, error.said.replace(/\.$/, ''), fixOf[error.fault]())
    }
  }
  return {
    name: bucket.name,
    put: (key, path) => tried(async () => void (await bucket.put(key, Bun.file(path), statSync(path).size))),
    open: (key) => tried(() => bucket.open(key, undefined)),
    list: (start) =>
      tried(async () => {
        const keys = new Set<string>()
        for await (const { key } of bucket.list(start)) keys.add(key)
        return keys
      }),
    remove: (key) => tried(() => bucket.remove(key)),
  }
}
