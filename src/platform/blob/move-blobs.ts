import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../lib/file/sync-file.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { BucketError, toBucketError } from '../bucket/bucket-error.ts'
import { hashFile } from './blobs.ts'
import { hashOfKey, keyOf } from './bucket-key.ts'
import { readWhole, saveStream } from './save-stream.ts'

/** Files and bytes that are there now, were there before, and could not be moved, and why. */
export type Moved = { files: number; bytes: number; before: number; failed: { sha256: string; why: string }[] }

export type Moving = { dir: string; bucket: Bucket; tell?: (moved: Moved) => void }

/**
 * Moves every file of the folder to the bucket, while the site is served with the bucket. A file is
 * read back and compared by its hash before it is removed from the folder. Damaged ones stay. An
 * interrupted move continues.
 */
export async function moveToBucket({ dir, bucket, tell }: Moving): Promise<Moved> {
  return each(hashesIn(dir), tell, async (sha256) => {
    const path = join(dir, keyOf(sha256))
    // The site may have removed it meanwhile.
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return { bytes: 0, wasThere: true }
    if ((await hashFile(path)) !== sha256) throw new Error('it is damaged here: it has other bytes than its name says')
    const wasThere = await isRightIn(bucket, sha256, found.size)
    if (!wasThere) {
      await bucket.put(keyOf(sha256), Bun.file(path), found.size)
      if (!(await isRightIn(bucket, sha256, found.size))) throw new Error('the bucket gives back other bytes')
    }
    await rm(path, { force: true })
    return { bytes: found.size, wasThere }
  })
}

/**
 * Copies every file of the bucket to the folder, compared by its hash, while the site is served.
 * The bucket keeps them, for files that are being sent from there.
 */
export async function moveToDisk({ dir, bucket, tell }: Moving): Promise<Moved> {
  return each(hashesOf(bucket), tell, async (sha256, bytes) => {
    const path = join(dir, keyOf(sha256))
    if (statSync(path, { throwIfNoEntry: false })?.size === bytes) return { bytes, wasThere: true }
    const part = join(dir, 'scratch', `moving-${sha256}`)
    try {
      await saveStream(await bucket.open(keyOf(sha256), bytes), part, sha256)
      if (!existsSync(dirname(path))) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await syncFolder(dir)
      }
      await rename(part, path)
      await syncFolder(dirname(path))
    } finally {
      await rm(part, { force: true })
    }
    return { bytes, wasThere: false }
  })
}

type StoredFile = { sha256: string; bytes: number }
type Move = (sha256: string, bytes: number) => Promise<{ bytes: number; wasThere: boolean }>

async function each(found: AsyncIterable<StoredFile>, tell: Moving['tell'], move: Move): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, before: 0, failed: [] }
  for await (const { sha256, bytes } of found) {
    try {
      const done = await move(sha256, bytes)
      moved.files += 1
      moved.bytes += done.bytes
      if (done.wasThere) moved.before += 1
    } catch (thrown) {
      // A fault of the bucket affects all files.
      if (thrown instanceof BucketError && !ofOneFile.has(thrown.fault)) throw thrown
      moved.failed.push({ sha256, why: whyOf(thrown) })
    }
    tell?.(moved)
  }
  return moved
}

const ofOneFile: ReadonlySet<string> = new Set(['absent', 'other bytes'])

function whyOf(thrown: unknown): string {
  if (thrown instanceof BucketError) return thrown.said
  return thrown instanceof Error ? thrown.message : 'no reason given'
}

async function isRightIn(bucket: Bucket, sha256: string, bytes: number): Promise<boolean> {
  const there = await bucket.head(keyOf(sha256))
  if (there?.bytes !== bytes) return false
  try {
    await readWhole(await bucket.open(keyOf(sha256), bytes), sha256)
    return true
  } catch (thrown) {
    if (ofOneFile.has(toBucketError(thrown).fault)) return false
    throw thrown
  }
}

async function* hashesIn(dir: string): AsyncGenerator<StoredFile> {
  for (const name of await readdir(dir)) {
    if (!/^[0-9a-f]{2}$/.test(name)) continue
    for (const sha256 of await readdir(join(dir, name))) {
      if (hashOfKey(`${name}/${sha256}`) !== undefined) yield { sha256, bytes: 0 }
    }
  }
}

async function* hashesOf(bucket: Bucket): AsyncGenerator<StoredFile> {
  for await (const { key, bytes } of bucket.list('')) {
    const sha256 = hashOfKey(key)
    if (sha256 !== undefined) yield { sha256, bytes }
  }
}
