import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '../../lib/file/file-place.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { createKeyedLock } from '../../lib/turn/keyed-lock.ts'
import { createSemaphore } from '../../lib/turn/semaphore.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { BucketError, toBucketError } from '../bucket/bucket-error.ts'
import { type BlobCache, createBlobCache } from './blob-cache.ts'
import type { BlobFault, StoredFile } from './blob-fault.ts'
import type { Blobs, Survey, WholeFile } from './blobs.ts'
import { hashOfKey, keyOf } from './bucket-key.ts'
import { createKnownSizes } from './known-sizes.ts'
import { readWhole, saveStream } from './save-stream.ts'
import { streamObject } from './stream-object.ts'

const graceMs = dayMs
/** Up to this size a file is fetched before it is sent, so that all of its bytes are checked. */
const smallBytes = 2_000_000
const fetchedAtOnce = 2
const mostWaiting = 50
const childAddressSec = 21_600
const codeOf = (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

const scratchName = 'from-bucket-'

/**
 * The parts of a store in a bucket. `local` has what was not moved yet; `hasRoom` asks its disk;
 * `fetches`: reads go through the cache, which is not needed where nginx keeps files.
 */
export type BucketStore = {
  local: Blobs
  bucket: Bucket
  dir: string
  cacheBytes: number
  fetches: boolean
  hasRoom: (bytes: number) => boolean
  now: () => number
  uuid: () => string
}

/** Opens a store whose files are in a bucket, with a part of this disk as its cache. */
export function createBucketBlobs({ local, bucket, dir, cacheBytes, fetches, hasRoom, now, uuid }: BucketStore): Blobs {
  const scratch = () => local.scratch(`${scratchName}${uuid()}`)
  const cache: BlobCache = createBlobCache({ dir: join(dir, 'cache'), mostBytes: cacheBytes, scratch, now })
  const known = createKnownSizes(bucket, now)
  // A file that is being stored is not removed, and a file that is being removed is stored
  // afterwards.
  const inTurn = createKeyedLock()
  const adopting = new Map<string, number>()
  const inBackground = createSemaphore({ atOnce: fetchedAtOnce, waiting: mostWaiting })
  const fetching = new Set<string>()

  const fetchTo = (sha256: string, bytes?: number) => async (path: string) =>
    saveStream(await bucket.open(keyOf(sha256), bytes), path, sha256)

  /** Copies a file not moved yet by a second name, which stays if it is moved meanwhile. */
  const linkTo = (sha256: string) => (path: string) => link(local.path(sha256), path)

  /** Returns a file that was not moved yet; undefined when it has been. */
  async function findHere(stored: StoredFile): Promise<Place | undefined> {
    const here = await local.find(stored)
    if (!('place' in here)) return undefined
    try {
      using held = await cache.hold(stored.sha256, linkTo(stored.sha256))
      return { path: held.path }
    } catch (thrown) {
      // Some file systems have no second names.
      return codeOf(thrown) === 'ENOENT' ? undefined : here.place
    }
  }

  /** Fetches a file into the cache, for those who ask for it next. */
  function fetchAhead({ sha256, bytes }: StoredFile): void {
    if (!fetches || fetching.has(sha256) || bytes > cacheBytes / 4 || !hasRoom(bytes)) return
    fetching.add(sha256)
    inBackground(async () => (await cache.hold(sha256, fetchTo(sha256, bytes)))[Symbol.dispose]())
      // By now the caller has the file from the bucket, or its fault.
      .catch(() => {})
      .finally(() => fetching.delete(sha256))
  }

  async function findElsewhere(stored: StoredFile): Promise<{ place: Place } | { fault: BlobFault }> {
    const { sha256, bytes } = stored
    if (bytes <= smallBytes && hasRoom(bytes)) {
      using held = await cache.hold(sha256, fetchTo(sha256, bytes))
      return { place: { path: held.path } }
    }
    const found = await known.sizeOf(sha256)
    if (found === undefined) return { fault: 'is missing' }
    if (found !== bytes) return { fault: found === 0 ? 'is empty' : 'has another size' }
    fetchAhead(stored)
    return {
      place: { address: () => bucket.address(keyOf(sha256), 'GET'), read: streamObject(bucket, keyOf(sha256), bytes) },
    }
  }

  async function find(stored: StoredFile): Promise<{ place: Place } | { fault: BlobFault }> {
    const { sha256, bytes } = stored
    const copy = await cache.find(sha256, bytes)
    if (copy !== undefined) return { place: { path: copy } }
    const here = await findHere(stored)
    if (here) return { place: here }
    try {
      return await findElsewhere(stored)
    } catch (thrown) {
      const { fault } = toBucketError(thrown)
      if (fault === 'absent') return { fault: 'is missing' }
      if (fault === 'other bytes') return { fault: 'has other bytes' }
      throw thrown
    }
  }

  async function store(sha256: string, path: string): Promise<void> {
    const bytes = Bun.file(path).size
    await bucket.put(keyOf(sha256), Bun.file(path), bytes)
    const there = await bucket.head(keyOf(sha256))
    if (there?.bytes !== bytes) throw new BucketError('other bytes', `${there?.bytes ?? 'none'} of ${bytes} bytes`)
    known.learn(sha256, bytes)
  }

  async function keepCopy({ path, sha256 }: WholeFile): Promise<void> {
    try {
      await local.sync(path)
      await cache.keep(sha256, path)
    } catch {
      await rm(path, { force: true })
    }
  }

  function countAdoption(sha256: string, change: 1 | -1): void {
    const count = (adopting.get(sha256) ?? 0) + change
    if (count > 0) adopting.set(sha256, count)
    else adopting.delete(sha256)
  }

  async function survey(): Promise<Survey> {
    const here = await local.survey()
    const sizes = new Map<string, number>()
    try {
      for await (const { key, bytes } of bucket.list('')) {
        const sha256 = hashOfKey(key)
        if (sha256 !== undefined) sizes.set(sha256, bytes)
      }
    } catch (thrown) {
      const problem = `what is in ${bucket.name} is not known: ${toBucketError(thrown).said}`
      return { hashes: here.hashes, problem, faultOf: async () => undefined }
    }
    return {
      ...here,
      hashes: [...new Set([...sizes.keys(), ...here.hashes])],
      async faultOf(stored, isDeep) {
        const found = sizes.get(stored.sha256)
        if (found === undefined) return here.faultOf(stored, isDeep)
        if (found !== stored.bytes) return found === 0 ? 'is empty' : 'has another size'
        return isDeep ? deepFault(stored) : undefined
      },
    }
  }

  async function deepFault(stored: StoredFile): Promise<BlobFault | undefined> {
    try {
      await readWhole(await bucket.open(keyOf(stored.sha256), stored.bytes), stored.sha256)
      return undefined
    } catch (thrown) {
      const { fault } = toBucketError(thrown)
      if (fault === 'absent') return 'is missing'
      return fault === 'other bytes' ? 'has other bytes' : 'cannot be read'
    }
  }

  return {
    ...local,
    graceMs,
    find,
    survey,
    async hold(sha256) {
      return cache.hold(sha256, (path) => linkTo(sha256)(path).catch(() => fetchTo(sha256)(path)))
    },
    forChild: (sha256) => ({
      path: local.path(sha256),
      address: bucket.address(keyOf(sha256), 'GET', childAddressSec),
    }),
    async adopt(files, write) {
      for (const { sha256 } of files) countAdoption(sha256, 1)
      try {
        for (const { path, sha256 } of files) await inTurn(sha256, () => store(sha256, path))
        const result = write()
        // The row is there and its file is in the bucket: this is for whoever reads it next.
        for (const file of files) await keepCopy(file)
        return result
      } finally {
        for (const { sha256 } of files) countAdoption(sha256, -1)
      }
    },
    remove: (sha256, isUsed) =>
      inTurn(sha256, async () => {
        if (adopting.has(sha256) || isUsed()) return
        known.forget(sha256)
        await bucket.remove(keyOf(sha256))
        await local.remove(sha256, isUsed)
        await cache.drop(sha256)
      }),
  }
}
