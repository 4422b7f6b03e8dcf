import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskFaultOf } from '../../lib/file/disk-fault.ts'
import { giveToOwnerOf, makeFolder } from '../../lib/file/private-files.ts'
import { syncFolder } from '../../lib/file/sync-file.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { say } from '../../lib/language/say.ts'
import { createBucket } from '../bucket/bucket.ts'
import { type BucketFault, type BucketNames, fixOf, toBucketError } from '../bucket/bucket-error.ts'
import type { BackupPlace } from './config.ts'

type Bytes = ReadableStream<Uint8Array>

/**
 * A folder or bucket of backups, as files by their keys, whole or not at all. All methods throw
 * UnusableFileError.
 */
export type Place = {
  readonly name: string
  put(key: string, bytes: Blob): Promise<void>
  /** Stores bytes under a key that several may want at once; in a folder the first one has it. */
  claim(key: string, bytes: Blob): Promise<void>
  open(key: string): Promise<Bytes>
  /** Returns the keys that begin with some characters. */
  list(start: string): Promise<Set<string>>
  remove(key: string): Promise<void>
}

/** The disk or bucket of a place for backups has no room. */
export class FullPlaceError extends UnusableFileError {}

/** Returns a disk's fault in a place's folder as one its owner can mend; others as they are. */
export function inPlace(folder: string, thrown: unknown): unknown {
  const fault = diskFaultOf(thrown)
  if (fault?.kind === 'full')
    return new FullPlaceError(folder, say('the disk of this place is full'), say('Make room on it.'))
  if (fault === undefined) return thrown
  // Linux has it, where services and containers run.
  const own = statSync('/proc/self', { throwIfNoEntry: false })
  return fault.code === 'EROFS'
    ? new UnusableFileError(
        folder,
        say('this file system is read-only for the program'),
        say(
          'Under systemd make the folder first, add ReadWritePaths={folder} to [Service] with systemctl edit tapedeck, and restart it. In a container mount a folder there.',
          { folder },
        ),
      )
    : new UnusableFileError(
        folder,
        say('the program may not write there'),
        say('As root: chown {owner} {folder}. For a container do that to what is mounted there, on its machine.', {
          owner: own ? `${own.uid}:${own.gid}` : 'USER',
          folder,
        }),
      )
}

/** Opens a place for backups. Throws UnusableFileError for a folder that is not there. */
export const openPlace = (place: BackupPlace): Place =>
  place.kind === 'folder' ? openFolder(place.path) : openBucket(place)

function openFolder(folder: string): Place {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UnusableFileError(folder, say('there is no such folder'), say('Create it, or name one that is there.'))
  /** Writes a file whole under another name, then gives it its own by `settle`. */
  async function store(key: string, bytes: Blob, end: string, settle: (part: string, target: string) => void) {
    const target = join(folder, key)
    const part = `${target}${end}`
    try {
      makeFolder(folder, dirname(target))
      await writePart(folder, part, bytes)
      settle(part, target)
      await syncFolder(dirname(target))
    } catch (error) {
      throw inPlace(folder, error)
    } finally {
      rmSync(part, { force: true })
    }
  }

  return {
    name: folder,
    put: (key, bytes) => store(key, bytes, '.part', renameSync),
    claim: (key, bytes) =>
      store(key, bytes, `.${crypto.randomUUID()}.part`, (part, target) => {
        try {
          linkSync(part, target)
        } catch {
          // Somebody has it, or this file system has no second names for a file.
          if (!existsSync(target)) renameSync(part, target)
        }
      }),
    async open(key) {
      const path = join(folder, key)
      if (!existsSync(path)) throw new UnusableFileError(path, 'there is no such file', removed())
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

async function writePart(folder: string, part: string, bytes: Blob): Promise<void> {
  rmSync(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  // Root may add by hand, and the service then reads and removes it.
  giveToOwnerOf(folder, part)
  try {
    for await (const piece of bytes.stream()) await file.appendFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

function openBucket({ bucket: config, names }: Extract<BackupPlace, { kind: 'bucket' }>): Place {
  const bucket = createBucket(config)
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      const error = toBucketError(thrown)
      const Unusable = error.fault === 'full' ? FullPlaceError : UnusableFileError
      throw new Unusable(bucket.name, error.said.replace(/\.$/, ''), adviceOf(error.fault, names))
    }
  }
  const put: Place['put'] = (key, bytes) => tried(async () => void (await bucket.put(key, bytes, bytes.size)))
  return {
    name: bucket.name,
    put,
    claim: put,
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

function adviceOf(fault: BucketFault, names: BucketNames): string {
  if (fault === 'absent') return removed()
  return fault === 'full' ? say('Make room in the bucket or raise its quota.') : fixOf[fault](names)
}

const removed = () => say('It was removed by somebody.')
