import { mkdirSync, renameSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedLock } from '../../lib/turn/keyed-lock.ts'
import { once } from '../../lib/turn/once.ts'
import type { HeldBlob } from './blobs.ts'

/** Writes the whole, checked bytes of a blob to a path. */
type Fetch = (path: string) => Promise<void>

/** Keeps copies up to a total size; the least recently used one is removed first. */
export type BlobCache = {
  /** Returns the path of a copy of this length, if there is one. */
  find(sha256: string, bytes: number): Promise<string | undefined>
  /** Returns a copy that stays until the end of the scope, and fetches it if there is none. */
  hold(sha256: string, fetch: Fetch): Promise<HeldBlob>
  /** Adopts a complete file with the right bytes as a copy. */
  keep(sha256: string, path: string): Promise<void>
  drop(sha256: string): Promise<void>
  size(): Promise<{ files: number; bytes: number }>
}

type Entry = { bytes: number; holders: number; usedAt: number }

const leavingMs = 10_000
// A use within this time is not stored again.
const usedEveryMs = 600_000

/** Options of a cache: `scratch` gives a new path on the same disk, `now` the time in ms. */
export type CacheOptions = { dir: string; mostBytes: number; scratch: () => string; now: () => number }

/** The content is read at the first use: times of files are the times of use. */
export function createBlobCache({ dir, mostBytes, scratch, now }: CacheOptions): BlobCache {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const inTurn = createKeyedLock()
  const path = (sha256: string) => join(dir, sha256.slice(0, 2), sha256)
  // In order of use.
  const entries = new Map<string, Entry>()
  // A caller that got a path a moment ago opens it only when the answer begins.
  const leaving = new Map<string, number>()
  let bytes = 0
  const opened = once(() => load())

  async function load(): Promise<void> {
    const found: [string, Entry][] = []
    const names = await readdir(dir, { recursive: true })
    for (const name of names) {
      const sha256 = name.slice(3)
      if (!/^[0-9a-f]{64}$/.test(sha256)) continue
      const { size, mtimeMs } = await stat(join(dir, name))
      found.push([sha256, { bytes: size, holders: 0, usedAt: mtimeMs }])
    }
    for (const [sha256, entry] of found.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)) put(sha256, entry)
    await makeRoom()
  }

  function put(sha256: string, entry: Entry): void {
    bytes += entry.bytes - (entries.get(sha256)?.bytes ?? 0)
    entries.delete(sha256)
    entries.set(sha256, entry)
    leaving.delete(sha256)
  }

  async function makeRoom(): Promise<void> {
    for (const [sha256, { holders }] of entries) {
      if (bytes <= mostBytes) break
      if (holders > 0) continue
      forget(sha256)
      leaving.set(sha256, now() + leavingMs)
    }
    await removeLeft()
  }

  /** Deletes copies that had to make space and whose path was given to nobody for a while. */
  async function removeLeft(): Promise<void> {
    for (const [sha256, at] of leaving) {
      if (at > now()) return
      leaving.delete(sha256)
      await remove(sha256)
    }
  }

  function forget(sha256: string): void {
    bytes -= entries.get(sha256)?.bytes ?? 0
    entries.delete(sha256)
  }

  async function remove(sha256: string): Promise<void> {
    // Moved away at once, before the same is stored again: deleting a large file takes a while.
    const aside = scratch()
    try {
      renameSync(path(sha256), aside)
    } catch {
      return
    }
    await rm(aside, { force: true })
  }

  async function use(sha256: string, entry: Entry): Promise<void> {
    entries.delete(sha256)
    entries.set(sha256, entry)
    const at = now()
    if (Math.abs(at - entry.usedAt) < usedEveryMs) return
    entry.usedAt = at
    await utimes(path(sha256), at / 1_000, at / 1_000).catch(() => {})
  }

  /** Returns the entry of a copy that still exists unchanged. */
  async function entryOf(sha256: string): Promise<Entry | undefined> {
    const entry = entries.get(sha256)
    if (!entry) return undefined
    const size = await stat(path(sha256)).then(
      (found) => found.size,
      () => undefined,
    )
    if (size === entry.bytes) return entry
    if (entries.get(sha256) === entry) forget(sha256)
    return undefined
  }

  async function store(sha256: string, from: string, holders: number): Promise<Entry> {
    const { size } = await stat(from)
    await mkdir(join(dir, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
    await rename(from, path(sha256))
    const entry = { bytes: size, holders: holders + (entries.get(sha256)?.holders ?? 0), usedAt: now() }
    put(sha256, entry)
    await makeRoom()
    return entry
  }

  return {
    async find(sha256, expected) {
      await opened()
      if (leaving.size > 0) await removeLeft()
      const entry = await entryOf(sha256)
      if (entry?.bytes !== expected) return undefined
      await use(sha256, entry)
      return path(sha256)
    },
    hold: (sha256, fetch) =>
      inTurn(sha256, async () => {
        await opened()
        const known = await entryOf(sha256)
        if (known) {
          known.holders += 1
          await use(sha256, known)
        } else {
          const part = scratch()
          try {
            await fetch(part)
            await store(sha256, part, 1)
          } finally {
            await rm(part, { force: true })
          }
        }
        let isHeld = true
        return {
          path: path(sha256),
          [Symbol.dispose]() {
            const entry = entries.get(sha256)
            if (isHeld && entry) entry.holders -= 1
            isHeld = false
            if (bytes > mostBytes) void makeRoom()
          },
        }
      }),
    keep: (sha256, from) =>
      inTurn(sha256, async () => {
        await opened()
        await store(sha256, from, 0)
      }),
    drop: (sha256) =>
      inTurn(sha256, async () => {
        await opened()
        forget(sha256)
        await remove(sha256)
      }),
    async size() {
      await opened()
      return { files: entries.size, bytes }
    },
  }
}
